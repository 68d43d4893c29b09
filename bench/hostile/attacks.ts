/** All attacks, in the order in which they run. */
import type { Attack } from './attack.ts';
import { jsonBodies, manyNetworks, signingLink, slowConnections } from './attacks/bodies.ts';
import { fieldPatterns } from './attacks/fields.ts';
import { eventFeeds, reassignProbing, slowReaders } from './attacks/links.ts';
import { repeatedSends, throttledMail } from './attacks/mails.ts';
import { repeatedUploads, sharedStream, slowSeals, verifyFiles } from './attacks/pdfs.ts';
import { longQueues } from './attacks/queues.ts';
import { hangingWebhooks } from './attacks/webhooks.ts';

export const attacks: readonly Attack[] = [
  jsonBodies,
  slowConnections,
  manyNetworks,
  signingLink,
  fieldPatterns,
  sharedStream,
  slowSeals,
  repeatedUploads,
  verifyFiles,
  repeatedSends,
  longQueues,
  hangingWebhooks,
  eventFeeds,
  slowReaders,
  reassignProbing,
  // Last, because the pause of the mail lasts for minutes.
  throttledMail,
];
