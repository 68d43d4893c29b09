/** What the verbs of the workers need. Built once by main. */
import type { Base } from '@countersign/core/ctx';
import type { MailPorts } from '@countersign/core/mail-delivery/deliver-mail';
import type { SealPorts } from '@countersign/core/seal/seal-document';
import type { WorkerMetrics } from './metrics.ts';

export type WorkerDeps = Base &
  SealPorts &
  Required<MailPorts> & { metrics: Pick<WorkerMetrics, 'recordSeal' | 'recordMail' | 'recordArchives'> };
