/** The events of the admin log. Apart from the schemas, so that pages need not load them. */

/** Every type of event, with what happened as a sentence for pages. */
export const adminEventTypes = {
  'workspace.created': 'created the workspace',
  'workspace.changed': 'changed settings of the workspace',
  'workspace.single_sign_on_changed': 'changed single sign-on',
  'workspace.exported': 'exported the whole workspace',
  'logo.changed': 'changed the logo',
  'logo.removed': 'removed the logo',
  'key.created': 'created an API key',
  'key.revoked': 'revoked an API key',
  'member.invited': 'invited a person',
  'member.invitation_withdrawn': 'withdrew an invitation',
  'member.joined': 'joined the workspace',
  'member.added': 'added a person',
  'member.role_changed': 'changed the role of a member',
  'member.removed': 'removed a member',
  'member.sign_in_link_issued': 'issued a sign-in link for a member',
  'member.disconnected': 'disconnected a member from single sign-on and passkeys',
  'webhook.created': 'created a webhook',
  'webhook.changed': 'changed a webhook',
  'webhook.disabled': 'disabled a webhook',
  'webhook.deleted': 'deleted a webhook',
  'webhook.secret_rotated': 'rotated the secret of a webhook',
  'document.erased': 'erased the personal data of a document',
  'bulk_send.rows_erased': 'erased a person from the rows of a bulk send',
  'evidence.exported': 'downloaded an evidence archive',
  'answers.exported': 'downloaded answers',
  'rows.exported': 'downloaded the rows of a bulk send',
  'admin_log.exported': 'downloaded the admin log',
  'admin_log.expired': 'removed expired events from the admin log',
} as const;
export type AdminEventType = keyof typeof adminEventTypes;
