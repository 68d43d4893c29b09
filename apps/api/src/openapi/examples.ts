/** An example of every shape that requests and answers carry; a test holds each against its schema. */

const documentId = 'doc_01kama5wsqe2v9q3m0y4rw7a2h';
const templateId = 'tpl_01kama61c8fhtb4s3k5v9n2xzd';
const teamId = '019aa8a2-e5bc-7711-9f03-3bb61f9c1d20';
const folderId = '019aa8a3-0d1e-7c52-8a44-7d1f0c3b9e61';
const adaId = '019aa8a2-f0c4-7f1b-a6b0-95c1d0a4e7f2';
const fieldId = '019aa8a2-f0c4-7f1b-a6b0-9a8870d4e101';
const keyId = '019aa8a1-77d0-7b3c-9d6e-2f0a8c4b5e13';
const sha256 = '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08';
const otherSha256 = '60303ae22b998861bce3b28f33eec1be758a213c86c93c076dbe9f558c11c752';
const created = '2026-11-02T09:14:05.311Z';
const sent = '2026-11-02T09:15:40.002Z';
const page = { total: 1, limit: 50, offset: 0 };

const recipientSpec = {
  name: 'Ada Lovelace',
  email: 'ada@example.com',
  role: 'signer',
  signing_order: 1,
  auth_level: 'otp',
};
const fieldSpec = {
  type: 'signature',
  page: 1,
  x: 0.12,
  y: 0.74,
  w: 0.3,
  h: 0.06,
  recipient_index: 0,
  name: 'tenant_signature',
  required: true,
  read_only: false,
  prefill_value: null,
  settings: { input_modes: ['draw', 'type'] },
};
const recipient = {
  id: adaId,
  envelope_id: documentId,
  name: 'Ada Lovelace',
  email: 'ada@example.com',
  email_normalized: 'ada@example.com',
  role: 'signer',
  auth_level: 'otp',
  signing_order: 1,
  status: 'opened',
  completed_at: null,
  consent_at: null,
  rejected_at: null,
  reject_reason: null,
  reassigned_from: null,
};
const { recipient_index: _position, ...placed } = fieldSpec;
const field = {
  ...placed,
  id: fieldId,
  envelope_id: documentId,
  recipient_id: adaId,
  value: null,
  completed_at: null,
};
const document = {
  id: documentId,
  team_id: teamId,
  title: 'Lease of 12 Analytical Row',
  status: 'sent',
  original_sha256: sha256,
  size_bytes: 184_220,
  visibility: 'everyone',
  created_at: created,
  mode: 'live',
  sealed: false,
  seal_profile: null,
  delivery_problem: false,
  sent_at: sent,
  completed_at: null,
  expires_at: '2026-12-01T00:00:00.000Z',
  date_format: 'DD.MM.YYYY HH:mm',
  display_timezone: 'Europe/Berlin',
  message: 'Please sign by Friday.',
  redirect_url: 'https://example.com/signed',
  reminder_cadence_days: 3,
  folder_id: folderId,
  source_template_id: null,
  fields: [field],
  recipients: [recipient],
};
const awaiting = { id: documentId, status: 'awaiting_upload', title: 'Lease of 12 Analytical Row' };
const template = {
  id: templateId,
  name: 'Lease',
  sha256,
  team_id: teamId,
  created_at: created,
  updated_at: null,
  version: 1,
  fields: [fieldSpec],
  recipients: [recipientSpec],
};
const key = {
  id: keyId,
  name: 'Billing system',
  display: 'cs_live_…Zk3a',
  mode: 'live',
  created_at: created,
  expires_at: null,
  last_used_at: sent,
  revoked_at: null,
};
const envelopes = { allowance: 100_000, used: 1204, remaining: 98_796, resets_on: '2026-12-01' };
const fairUse = { sustained_rps: 50, burst_rps: 200, envelopes_per_day_review_threshold: 2000 };
const event = {
  envelope_id: documentId,
  seq: 7,
  event_type: 'recipient.opened',
  actor: { type: 'recipient', id: adaId, name: 'Ada Lovelace', email: 'ada@example.com' },
  payload: { recipient_id: adaId, auth_level: 'otp' },
  payload_hash: sha256,
  created_at_iso: '2026-11-02T10:02:11.840Z',
  prev_hash: otherSha256,
  hash: sha256,
  ip: '198.51.100.7',
  user_agent: 'Mozilla/5.0',
};
const typedSignature = { mode: 'type', text: 'Ada Lovelace' };
const completion = { values: { [fieldId]: typedSignature } };
const verifiedSignature = {
  valid: true,
  covers_whole_file: true,
  covers_up_to: 212_406,
  only_validation_data_after: false,
  sub_filter: 'ETSI.CAdES.detached',
  signer_subject: 'CN=Example Ltd',
  signer_fingerprint_sha256: otherSha256,
  signed_at: '2026-11-02T10:05:31.000Z',
  timestamped_at: '2026-11-02T10:05:32.000Z',
  profile: 'PAdES-B-T',
  problems: [],
};

const userId = '019aa8a0-1f3c-7e55-8b21-6c0d9e7f4a10';
const graceId = '019aa8a0-9c41-7d08-a5e7-1b3f60c2d8e4';
const workspace = { id: teamId, slug: 'example', name: 'Example Ltd' };
const invitation = {
  id: '019aa8a4-3b7e-7f60-9c12-5d8e0a1b2c3d',
  email: 'grace@example.com',
  role: 'manager',
  created_at: created,
  expires_at: '2026-11-09T09:14:05.311Z',
  invited_by: { user_id: userId, name: 'Olga Brandt', email: 'olga@example.com' },
};

/** By the name of the schema. */
export const examples: Readonly<Record<string, unknown>> = {
  RecipientSpec: recipientSpec,
  FieldSpec: fieldSpec,
  RecipientOut: recipient,
  FieldOut: field,
  CreateDocumentReq: {
    title: 'Lease of 12 Analytical Row',
    recipients: [recipientSpec],
    fields: [fieldSpec],
    message: 'Please sign by Friday.',
    expires_at: '2026-12-01T00:00:00Z',
    reminder_cadence_days: 3,
  },
  DocumentDraftOut: {
    id: documentId,
    uploadUrl: `https://sign.example.com/v1/documents/${documentId}/content`,
    expiresAt: '2026-11-02T10:14:05.311Z',
    status: 'awaiting_upload',
  },
  DocumentAwaitingUpload: awaiting,
  DocumentOut: document,
  DocumentPage: { items: [document, awaiting], ...page, total: 2 },
  EnvelopePatch: { folder_id: folderId, reminder_cadence_days: 0, visibility: 'managers' },
  SendReq: { message: 'Please sign by Friday.' },
  SendOut: { id: documentId, status: 'sent' },
  VoidReq: { reason: 'The wrong version was sent.' },
  VoidOut: { id: documentId, status: 'voided' },
  DuplicateDocumentIn: { title: 'Lease of 14 Analytical Row' },
  TemplateOut: template,
  TemplatePage: { items: [template], ...page },
  CreateTemplateIn: {
    name: 'Lease',
    pdf_base64: 'JVBERi0xLjcK',
    recipients: [recipientSpec],
    fields: [fieldSpec],
  },
  PatchTemplateIn: { name: 'Lease, 2027' },
  DuplicateTemplateIn: { name: 'Lease for shops' },
  UseTemplateIn: {
    title: 'Lease of Ada Lovelace',
    recipients: [recipientSpec],
    form_values: { tenant_name: 'Ada Lovelace', '3': '850' },
  },
  FolderIn: { name: 'Leases', parent_id: null },
  FolderPatchIn: { name: 'Leases 2026', move_to_root: true },
  FolderOut: { id: folderId, name: 'Leases', depth: 1, parent_id: null },
  CreateKeyReq: { name: 'Billing system', mode: 'live' },
  KeyOut: key,
  KeyCreated: { ...key, last_used_at: null, key: 'cs_live_<32 characters and a checksum of 6>' },
  Me: { workspace, team_id: teamId, key, mode: 'live' },
  DeviceCodeReq: { client: 'countersign', client_version: '1.4.0', mode: 'live', name: 'Build server' },
  DeviceCodeOut: {
    device_code: '<43 characters for the client to keep>',
    user_code: 'HJKW-3FTX',
    verification_uri: 'https://sign.example.com/device',
    verification_uri_complete: 'https://sign.example.com/device?code=HJKW-3FTX',
    expires_in: 900,
    interval: 5,
  },
  DeviceTokenReq: { device_code: '<43 characters of /v1/device/code>' },
  DeviceTokenOut: {
    api_key: 'cs_live_<32 characters and a checksum of 6>',
    key_id: keyId,
    display: 'cs_live_…9fKq',
    mode: 'live',
    name: 'Build server',
    tenant_slug: 'example',
  },
  DeviceRequestOut: {
    user_code: 'HJKW-3FTX',
    client: 'countersign',
    client_version: '1.4.0',
    mode: 'live',
    name: 'Build server',
    ip: '192.0.2.7',
    created_at: created,
    expires_at: '2026-11-02T09:29:05.311Z',
  },
  ApproveDeviceReq: { workspace: 'example', name: 'Build server' },
  SignInReq: { email: 'olga@example.com' },
  CreateSessionReq: { token: '<43 characters from the mailed link>' },
  SessionOut: {
    user: { id: userId, email: 'olga@example.com', name: 'Olga Brandt', operator: true },
    workspaces: [{ ...workspace, role: 'owner' }],
    expires_at: '2026-12-02T09:14:05.311Z',
  },
  PatchUserReq: { name: 'Olga Brandt' },
  SignInOut: { at: created, ip: '192.0.2.7', user_agent: 'Mozilla/5.0', outcome: 'signed_in' },
  CreateWorkspaceReq: { name: 'Example Ltd' },
  PatchWorkspaceReq: { name: 'Example Ltd', accent_color: '#0f766e' },
  WorkspaceOut: { ...workspace, accent_color: '#0f766e', created_at: created },
  MemberOut: {
    user_id: graceId,
    email: 'grace@example.com',
    name: 'Grace Hopper',
    role: 'manager',
    joined_at: created,
    last_seen_at: sent,
  },
  PatchMemberReq: { role: 'manager' },
  CreateInvitationReq: { email: 'grace@example.com', role: 'manager' },
  InvitationOut: invitation,
  InvitedOut: { workspace_name: 'Example Ltd', email: 'grace@example.com', role: 'manager' },
  AcceptInvitationReq: { name: 'Grace Hopper' },
  Envelopes: envelopes,
  FairUse: fairUse,
  Usage: { envelopes, fair_use: fairUse },
  EventOut: event,
  SigningOut: {
    document: {
      id: documentId,
      title: document.title,
      message: document.message,
      status: 'sent',
      mode: 'live',
      page_count: 1,
      pages: [{ width: 595.28, height: 841.89, rotate: 0 }],
      sender: 'Example Ltd',
    },
    recipient: {
      id: adaId,
      name: recipient.name,
      email: recipient.email,
      role: 'signer',
      status: 'opened',
      auth_level: 'otp',
    },
    auth: { required: true, satisfied: true },
    consent: {
      text: 'I agree to review and sign this document electronically, …',
      version: '2026-11',
      language: 'en',
      accepted_at: null,
    },
    turn: true,
    fields: [field],
    other_fields: [],
  },
  SignatureInput: typedSignature,
  OtpVerifyReq: { code: '402918' },
  ConsentReq: { language: 'de' },
  CompleteReq: completion,
  CompleteOut: { status: 'completed', document_status: 'partially_signed' },
  RejectReq: { reason: 'The rent is not what we agreed.' },
  RejectOut: { status: 'rejected' },
  ReassignReq: { name: 'Grace Hopper', email: 'grace@example.com' },
  ReassignOut: { status: 'reassigned' },
  AdvanceClockIn: { seconds: 259_200 },
  AdvanceClockOut: { now: '2026-11-05T09:15:40.002Z', reminders: 1, expired: false, document },
  SignAsIn: completion,
  MailEventIn: {
    type: 'bounce',
    document_id: documentId,
    recipient_email: 'ada@example.com',
    permanent: true,
    detail: '550 5.1.1 No such user',
  },
  VerifiedSignatureOut: verifiedSignature,
  VerifyOut: {
    verdict: 'intact',
    intact: true,
    file: { size_bytes: 212_406, sha256 },
    signatures: [verifiedSignature],
    countersign: {
      signature: 0,
      document_id: documentId,
      original_sha256: sha256,
      contains_original: true,
      chain_seq: 12,
      chain_head: otherSha256,
    },
    instance: { knows_document: true, chain: 'matches', file: 'identical' },
    events: null,
  },
};
