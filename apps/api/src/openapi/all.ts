/** Every operation of the service. */
import { accountOperations } from './account.ts';
import { adminEventOperations } from './admin-events.ts';
import { anchorOperations } from './anchors.ts';
import { bulkSendOperations } from './bulk-sends.ts';
import { consoleOperations } from './console.ts';
import { deviceOperations } from './device.ts';
import { documentOperations } from './documents.ts';
import { folderOperations } from './folders.ts';
import { keyOperations } from './keys.ts';
import type { Operation } from './operation.ts';
import { platformOperations } from './platform.ts';
import { requestOperations } from './requests.ts';
import { signingOperations } from './signing.ts';
import { templateOperations } from './templates.ts';
import { testModeOperations } from './test-mode.ts';
import { verifyOperations } from './verify.ts';
import { webhookOperations } from './webhooks.ts';

export const allOperations: readonly Operation[] = [
  ...documentOperations,
  ...templateOperations,
  ...bulkSendOperations,
  ...folderOperations,
  ...keyOperations,
  ...webhookOperations,
  ...accountOperations,
  ...requestOperations,
  ...adminEventOperations,
  ...deviceOperations,
  ...consoleOperations,
  ...signingOperations,
  ...testModeOperations,
  ...verifyOperations,
  ...anchorOperations,
  ...platformOperations,
];
