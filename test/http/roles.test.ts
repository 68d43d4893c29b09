/** The permissions of each role (docs/spec/decisions.md, section 7): the API and the verbs apply the same ones. */
import { allOperations } from '@countersign/api/openapi/all';
import { leastRole } from '@countersign/api/openapi/operation';
import { isAtLeast, type Role, roles } from '@countersign/contract/roles';
import { guardAdminLog, listAdminEvents } from '@countersign/core/admin-event/list';
import { verifyAdminLog } from '@countersign/core/admin-event/verify';
import { archiveBulkSend, unarchiveBulkSend } from '@countersign/core/bulk-send/archive';
import { cancelBulkSend } from '@countersign/core/bulk-send/cancel';
import { correctBulkSend } from '@countersign/core/bulk-send/correct';
import { createBulkSend } from '@countersign/core/bulk-send/create';
import { createBulkSendFromFile } from '@countersign/core/bulk-send/create-from-file';
import { dispatchBulkSend, retryFailedRows } from '@countersign/core/bulk-send/dispatch';
import { getBulkSend, listBulkSends } from '@countersign/core/bulk-send/find';
import { correctionsAsCsv, findCorrections } from '@countersign/core/bulk-send/find-corrections';
import { getBulkHeader } from '@countersign/core/bulk-send/header';
import {
  extendOpenDocuments,
  remindOpenDocuments,
  voidOpenDocuments,
} from '@countersign/core/bulk-send/operate';
import { countOutcomes } from '@countersign/core/bulk-send/outcomes';
import { patchBulkSend } from '@countersign/core/bulk-send/patch';
import { createPreparationSession } from '@countersign/core/document/preparation-session';
import { readEventFeed } from '@countersign/core/event/feed';
import { createFolder } from '@countersign/core/folder/create';
import { deleteFolder } from '@countersign/core/folder/delete';
import { patchFolder } from '@countersign/core/folder/patch';
import { createKey } from '@countersign/core/key/create';
import { listKeys } from '@countersign/core/key/list';
import { revokeKey } from '@countersign/core/key/revoke';
import { eraseDocument } from '@countersign/core/privacy/erase-document';
import { listRequests } from '@countersign/core/request-log/list';
import { openEvidence } from '@countersign/core/results/evidence';
import { openTemplateAnswers } from '@countersign/core/results/template-answers';
import { createSigningSession } from '@countersign/core/signing/create-session';
import { getSingleSignOn, setSingleSignOn } from '@countersign/core/single-sign-on/settings';
import { createTemplate } from '@countersign/core/template/create';
import { createDirectLink } from '@countersign/core/template/create-direct-link';
import { deleteTemplate } from '@countersign/core/template/delete';
import { disableDirectLink, listDirectLinks } from '@countersign/core/template/direct-link';
import { duplicateTemplate } from '@countersign/core/template/duplicate';
import { patchTemplate } from '@countersign/core/template/patch';
import {
  getTemplateVersion,
  listTemplateVersions,
  restoreTemplateVersion,
} from '@countersign/core/template/versions';
import { advanceClock } from '@countersign/core/test-mode/advance-clock';
import { bounceRecipient } from '@countersign/core/test-mode/bounce';
import { signAsRecipient } from '@countersign/core/test-mode/sign-as';
import { listUsage } from '@countersign/core/usage/history';
import { invite, listInvitations, withdrawInvitation } from '@countersign/core/user/invitations';
import { changeRole, removeMember } from '@countersign/core/user/members';
import { createEndpoint } from '@countersign/core/webhook/create';
import { deleteEndpoint } from '@countersign/core/webhook/delete';
import { getEndpoint, listEndpoints } from '@countersign/core/webhook/find';
import { getDelivery } from '@countersign/core/webhook/get-delivery';
import { listDeliveries } from '@countersign/core/webhook/list-deliveries';
import { disableEndpoint, patchEndpoint } from '@countersign/core/webhook/patch';
import { pingEndpoint, sendTestEvent } from '@countersign/core/webhook/ping';
import { redeliver, redeliverDead } from '@countersign/core/webhook/redeliver';
import { rotateSecret } from '@countersign/core/webhook/rotate-secret';
import { setEmbedOrigins } from '@countersign/core/workspace/embed-origins';
import { removeLogo, setLogo } from '@countersign/core/workspace/logo';
import { patchWorkspace } from '@countersign/core/workspace/patch';
import { beforeAll, describe, expect, test } from '@jest/globals';
import { startTestApi, type TestApi } from '../support/api.ts';
import { testClock } from '../support/clock.ts';
import { person } from '../support/people.ts';

const operations = allOperations.filter(({ security = 'key' }) => security === 'key');

type Verb = (...values: never[]) => unknown;
/** The verbs of each operation that not every member may call. */
const verbs: Record<string, readonly Verb[]> = {
  createSigningSession: [createSigningSession],
  createPreparationSession: [createPreparationSession],
  createTemplate: [createTemplate],
  patchTemplate: [patchTemplate],
  deleteTemplate: [deleteTemplate],
  duplicateTemplate: [duplicateTemplate],
  listTemplateVersions: [listTemplateVersions],
  getTemplateVersion: [getTemplateVersion],
  restoreTemplateVersion: [restoreTemplateVersion],
  listDirectLinks: [listDirectLinks],
  createDirectLink: [createDirectLink],
  disableDirectLink: [disableDirectLink],
  listBulkSends: [listBulkSends],
  createBulkSend: [createBulkSend, createBulkSendFromFile],
  getBulkSend: [getBulkSend],
  getBulkSendOutcomes: [countOutcomes],
  patchBulkSend: [patchBulkSend],
  dispatchBulkSend: [dispatchBulkSend],
  cancelBulkSend: [cancelBulkSend],
  retryFailedRows: [retryFailedRows],
  voidOpenDocuments: [voidOpenDocuments],
  remindOpenDocuments: [remindOpenDocuments],
  extendOpenDocuments: [extendOpenDocuments],
  archiveBulkSend: [archiveBulkSend],
  unarchiveBulkSend: [unarchiveBulkSend],
  correctBulkRows: [correctBulkSend],
  listBulkCorrections: [findCorrections],
  downloadBulkCorrections: [correctionsAsCsv],
  downloadBulkRows: [getBulkSend],
  downloadBulkAnswers: [getBulkSend],
  previewBulkRow: [getBulkSend],
  downloadBulkEvidence: [getBulkSend, openEvidence],
  downloadEvidence: [openEvidence],
  downloadTemplateAnswers: [openTemplateAnswers],
  getSingleSignOn: [getSingleSignOn],
  putSingleSignOn: [setSingleSignOn],
  putLogo: [setLogo],
  deleteLogo: [removeLogo],
  downloadBulkHeader: [getBulkHeader],
  createFolder: [createFolder],
  patchFolder: [patchFolder],
  deleteFolder: [deleteFolder],
  listKeys: [listKeys],
  listRequests: [listRequests],
  listAdminEvents: [listAdminEvents],
  exportAdminEvents: [guardAdminLog],
  verifyAdminEvents: [verifyAdminLog],
  createKey: [createKey],
  revokeKey: [revokeKey],
  listWebhooks: [listEndpoints],
  createWebhook: [createEndpoint],
  getWebhook: [getEndpoint],
  patchWebhook: [patchEndpoint],
  deleteWebhook: [deleteEndpoint],
  disableWebhook: [disableEndpoint],
  pingWebhook: [pingEndpoint],
  sendTestEvent: [sendTestEvent],
  rotateWebhookSecret: [rotateSecret],
  listDeliveries: [listDeliveries],
  getDelivery: [getDelivery],
  redeliver: [redeliver],
  redeliverDead: [redeliverDead],
  readEvents: [readEventFeed],
  patchOwnWorkspace: [setEmbedOrigins],
  patchWorkspace: [patchWorkspace],
  listUsage: [listUsage],
  changeMemberRole: [changeRole],
  removeMember: [removeMember],
  listInvitations: [listInvitations],
  createInvitation: [invite],
  withdrawInvitation: [withdrawInvitation],
  eraseDocument: [eraseDocument],
  advanceClock: [advanceClock],
  signAs: [signAsRecipient],
  bounceRecipient: [bounceRecipient],
};

describe('the API', () => {
  let api: TestApi;
  beforeAll(async () => {
    api = await startTestApi({ clock: testClock('2026-11-20T12:00:00Z') });
  });

  test.each(roles)(
    'refuses the role %s exactly the operations that need a higher one, also for ids that do not exist',
    async (role) => {
      const workspace = await api.createTestWorkspace();
      await person(api, workspace, 'owner');
      const caller = await person(api, workspace, role);
      const wrong: string[] = [];
      for (const operation of operations) {
        const { method, path, operationId } = operation;
        const answer = await caller[method](path.replaceAll(/\{[a-z_]+\}/g, 'nothing'));
        const isRefused = answer.body?.type === '/problems/forbidden';
        if (isRefused === isAtLeast(role, leastRole(operation)))
          wrong.push(`${operationId} ${answer.status}`);
      }
      expect(wrong).toEqual([]);
    },
  );

  test('lets members prepare and send, managers change what is shared, and owners change who takes part', () => {
    const needing = (role: Role) =>
      operations.filter((operation) => leastRole(operation) === role).map(({ operationId }) => operationId);
    expect(needing('member')).toEqual(
      expect.arrayContaining(['createDocument', 'sendDocument', 'voidDocument', 'useTemplate']),
    );
    expect(needing('manager')).toEqual(
      expect.arrayContaining(['createKey', 'listKeys', 'revokeKey', 'createTemplate', 'deleteFolder']),
    );
    expect(needing('owner')).toEqual(
      expect.arrayContaining(['changeMemberRole', 'removeMember', 'createInvitation', 'patchWorkspace']),
    );
    expect(leastRole({})).toBe('manager');
  });
});

describe('verbs', () => {
  const guarded = operations.filter((operation) => leastRole(operation) !== 'member');

  test('are listed here for every operation that not every member may call', () => {
    expect(Object.keys(verbs).toSorted()).toEqual(guarded.map(({ operationId }) => operationId).toSorted());
  });

  test.each(guarded.map((operation) => [operation.operationId, leastRole(operation)] as const))(
    'of %s refuse callers below the role %s before they read anything',
    async (operationId, needs) => {
      const role = needs === 'owner' ? 'manager' : 'member';
      for (const verb of verbs[operationId] ?? []) {
        const call = async () => verb(...([{ role }, {}, {}, {}] as never[]));
        await expect(call()).rejects.toMatchObject({ slug: 'forbidden', members: { role, needs } });
      }
    },
  );
});
