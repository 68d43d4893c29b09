/** Shapes of the console's API: sessions, members, invitations, workspaces (docs/spec/decisions.md, section 7). */
import * as z from 'zod';
import {
  DateTime,
  EmailAddress,
  NullableDateTime,
  nonBlankText,
  pageQuery,
  queryInteger,
  storable,
} from './common.ts';
import { Message, Title } from './document.ts';
import { EmbedOrigins } from './embed-origin.ts';
import { isUuid } from './ids.ts';
import { roles } from './roles.ts';
import { pageLanguages } from './signing.ts';

const RoleSchema = z.enum(roles);

/** An email address. A domain without a dot is accepted, because the first owner is `owner@localhost`. */
const PersonEmail = z
  .string()
  .max(254)
  .refine((text) => /^[^\s@]+@[^\s@]+$/.test(text.trim()) && storable(text), {
    error: 'value is not a valid email address',
  })
  .meta({ format: 'email' });

const PersonName = nonBlankText(200);

/** 32 random bytes in base64url. Any other text counts as an unknown token, not as a malformed one. */
const LinkToken = z.string().min(1).max(200);

export const SignInReq = z.object({ email: PersonEmail }).meta({ id: 'SignInReq' });
export const CreateSessionReq = z
  .object({ token: LinkToken.describe('From the emailed link; it works once') })
  .meta({ id: 'CreateSessionReq' });

/** How a session began. */
export const signInMethods = ['email', 'single_sign_on', 'passkey'] as const;
export type SignInMethod = (typeof signInMethods)[number];

export const SignInMethodsOut = z
  .object({
    single_sign_on: z
      .object({ name: z.string().describe('Of the identity provider, for the button') })
      .nullable()
      .describe('Null if the installation has no identity provider'),
    passkeys: z.boolean().describe('False if PUBLIC_URL has no https, or an IP address'),
  })
  .meta({ id: 'SignInMethodsOut' });
export type SignInMethodsOut = z.infer<typeof SignInMethodsOut>;

export const SingleSignOnStartOut = z
  .object({ url: z.string().describe('The page of the identity provider, to open in this browser') })
  .meta({ id: 'SingleSignOnStartOut' });
export const SingleSignOnReq = z
  .object({
    query: z
      .string()
      .min(1)
      .max(8000)
      .describe('The query of the address to which the identity provider sent the browser'),
  })
  .meta({ id: 'SingleSignOnReq' });

export const SessionOut = z
  .object({
    user: z.object({
      id: z.uuid(),
      email: z.string(),
      name: z.string(),
      operator: z.boolean().describe('Whether the person is an operator of this installation'),
    }),
    workspaces: z
      .array(
        z.object({
          id: z.uuid(),
          slug: z.string(),
          name: z.string(),
          role: RoleSchema,
          requires_single_sign_on: z
            .boolean()
            .describe(
              'Whether only sessions that began by single sign-on may use it: the workspace requires it, or groups gave the membership',
            ),
        }),
      )
      .describe('In the order of their names'),
    signed_in_by: z.enum(signInMethods).describe('How the session began'),
    signature_provider: z
      .string()
      .nullable()
      .describe('The provider at which recipients can sign with their own keys; null without one'),
    converts_docx: z.boolean().describe('Whether documents can be made from DOCX files'),
    expires_at: DateTime,
  })
  .meta({ id: 'SessionOut' });
export type SessionOut = z.infer<typeof SessionOut>;

export const PatchUserReq = z.object({ name: PersonName }).meta({ id: 'PatchUserReq' });

export const signInOutcomes = [
  'signed_in',
  'link_refused',
  'invitation_accepted',
  'signed_out',
  'signed_out_everywhere',
  'single_sign_on',
  'single_sign_on_connected',
  'passkey',
  'passkey_refused',
  'passkey_added',
  'passkey_removed',
] as const;
export type SignInOutcome = (typeof signInOutcomes)[number];

export const SignInOut = z
  .object({
    at: DateTime,
    ip: z.string().nullable(),
    user_agent: z.string().nullable(),
    outcome: z.enum(signInOutcomes),
  })
  .meta({ id: 'SignInOut' });
export type SignInOut = z.infer<typeof SignInOut>;

export const MemberOut = z
  .object({
    user_id: z.uuid(),
    email: z.string(),
    name: z.string(),
    role: RoleSchema,
    from_groups: z
      .boolean()
      .describe('Whether groups of the identity provider gave the membership; they then decide the role'),
    joined_at: DateTime,
    last_seen_at: DateTime.nullable(),
  })
  .meta({ id: 'MemberOut' });
export type MemberOut = z.infer<typeof MemberOut>;
export const MemberListQuery = pageQuery(isUuid);
export const MemberPage = z
  .object({ items: z.array(MemberOut), total: z.int(), limit: z.int(), offset: z.int() })
  .meta({ id: 'MemberPage' });

export const PatchMemberReq = z.object({ role: RoleSchema }).meta({ id: 'PatchMemberReq' });

export const CreateInvitationReq = z
  .object({ email: PersonEmail, role: RoleSchema.default('member') })
  .meta({ id: 'CreateInvitationReq' });
export const InvitationOut = z
  .object({
    id: z.uuid(),
    email: z.string(),
    role: RoleSchema,
    created_at: DateTime,
    expires_at: DateTime,
    invited_by: z
      .object({ user_id: z.uuid(), name: z.string(), email: z.string() })
      .nullable()
      .describe('Null if that person was removed'),
  })
  .meta({ id: 'InvitationOut' });
export type InvitationOut = z.infer<typeof InvitationOut>;
export const InvitedOut = z
  .object({ workspace_name: z.string(), email: z.string(), role: RoleSchema })
  .meta({ id: 'InvitedOut' });
export const AcceptInvitationReq = z
  .object({ name: PersonName.nullish().describe('Name of the person, if they are new to this installation') })
  .meta({ id: 'AcceptInvitationReq' });
export const AcceptedInvitationOut = z
  .object({
    workspace_slug: z.string(),
    session: SessionOut.nullable().describe(
      'Null if the person had an account before and is not signed in to it in this browser',
    ),
  })
  .meta({ id: 'AcceptedInvitationOut' });
export type AcceptedInvitationOut = z.infer<typeof AcceptedInvitationOut>;

const AccentColor = z.string().regex(/^#[0-9a-fA-F]{6}$/);
const WorkspaceName = nonBlankText(120);
export const CreateWorkspaceReq = z.object({ name: WorkspaceName }).meta({ id: 'CreateWorkspaceReq' });
const RetentionDays = z
  .int()
  .min(0)
  .max(36_500)
  .describe('Days after the end of a document until its personal data is erased; 0 means never');
const MailLanguage = z
  .enum(pageLanguages)
  .describe('Language of emails to recipients, until they agree in another language on the signing page');
const SenderName = nonBlankText(120).describe('The name that emails to recipients show as their sender');
const ReplyTo = EmailAddress.describe('Where replies to emails to recipients go');
const ShowDocumentId = z
  .boolean()
  .describe("Whether sealing prints the document's id in the upper margin of every page");
const ShowSignatureDetails = z
  .boolean()
  .describe('Whether sealing prints name, time and a short id below each signature, inside its field');
export const PatchWorkspaceReq = z
  .object({
    name: WorkspaceName.nullish(),
    accent_color: AccentColor.nullish(),
    language: MailLanguage.nullish(),
    sender_name: SenderName.nullish().describe('Absent: no change. Null: the name in MAIL_FROM'),
    reply_to: ReplyTo.nullish().describe('Absent: no change. Null: the address in MAIL_FROM'),
    show_document_id: ShowDocumentId.nullish(),
    show_signature_details: ShowSignatureDetails.nullish(),
    retention_days: RetentionDays.nullish(),
    retention_keeps_sealed: z.boolean().nullish(),
    embed_origins: EmbedOrigins.nullish(),
  })
  .meta({ id: 'PatchWorkspaceReq' });
export type PatchWorkspaceReq = z.infer<typeof PatchWorkspaceReq>;
const GroupName = z
  .string()
  .min(1)
  .max(200)
  .refine(storable, { error: 'must not contain NUL characters' })
  .describe('Exactly as the identity provider sends it; in Microsoft Entra the id of the group');
export const SingleSignOnSettingsReq = z
  .object({
    required: z
      .boolean()
      .describe(
        'Only sessions that began by single sign-on may use the workspace. API keys are not affected',
      ),
    groups: z
      .array(z.object({ group: GroupName, role: RoleSchema }))
      .max(100)
      .describe('The role of the people of each group; the highest one counts'),
  })
  .meta({ id: 'SingleSignOnSettingsReq' });
export type SingleSignOnSettingsReq = z.infer<typeof SingleSignOnSettingsReq>;
export const SingleSignOnSettingsOut = z
  .object({
    provider: z
      .object({ name: z.string(), issuer: z.string() })
      .nullable()
      .describe('The identity provider of the installation; null if there is none'),
    required: z.boolean(),
    groups: z
      .array(z.object({ group: z.string(), role: RoleSchema }))
      .describe('In the order of their names'),
  })
  .meta({ id: 'SingleSignOnSettingsOut' });
export type SingleSignOnSettingsOut = z.infer<typeof SingleSignOnSettingsOut>;

/** Base64 of an image of at most 512 KiB, with room for the prefix of a data URL. */
const MAX_LOGO_BASE64 = Math.ceil((512 * 1024 + 2) / 3) * 4 + 64;
export const PutLogoReq = z
  .object({
    image_base64: z
      .string()
      .min(1)
      .max(MAX_LOGO_BASE64)
      .describe(
        'A PNG or JPEG of at most 512 KiB and 4096 pixels per side; it is fitted into 400 x 120 pixels',
      ),
  })
  .meta({ id: 'PutLogoReq' });
export const WorkspaceOut = z
  .object({
    id: z.uuid(),
    slug: z.string(),
    name: z.string(),
    accent_color: z
      .string()
      .describe('Color of emails, the signing page and the certificate of completion: `#rrggbb`'),
    language: MailLanguage,
    logo: z.string().nullable().describe('SHA-256 of the logo; null without one'),
    sender_name: SenderName.nullable(),
    reply_to: ReplyTo.nullable(),
    show_document_id: ShowDocumentId,
    show_signature_details: ShowSignatureDetails,
    created_at: DateTime,
    retention_days: RetentionDays,
    retention_keeps_sealed: z
      .boolean()
      .describe(
        'Whether automatic erasure keeps sealed PDFs. Each document is erased automatically once: what was kept stays until somebody erases the document again',
      ),
    embed_origins: EmbedOrigins,
  })
  .meta({ id: 'WorkspaceOut' });
export type WorkspaceOut = z.infer<typeof WorkspaceOut>;

const count = z.int().describe('10000 means 10000 or more');
export const SummaryOut = z
  .object({
    documents: z
      .object({
        awaiting_upload: count,
        draft: count,
        sent: count,
        partially_signed: count,
        completed: count,
        voided: count,
        rejected: count,
        expired: count,
      })
      .describe('Number of documents by status'),
    waiting_for_others: count.describe('Sent, and some recipients have not acted yet'),
    unsealed: count.describe('Completed, but not sealed yet'),
    delivery_problems: count.describe('Open, with a bounced email'),
  })
  .meta({ id: 'SummaryOut' });
export type SummaryOut = z.infer<typeof SummaryOut>;

export const UsageHistoryQuery = z.object({
  months: queryInteger(1, 36, 12).describe('Number of months, up to the present one'),
});
export const UsageMonthOut = z
  .object({
    month: z.string().describe('`YYYY-MM`, UTC'),
    live_sent: z.int().describe('Live documents that count toward the allowance'),
    test_sent: z.int(),
    completed: z.int().describe('Live documents that were completed'),
  })
  .meta({ id: 'UsageMonthOut' });
export type UsageMonthOut = z.infer<typeof UsageMonthOut>;

const jobCount = z.int().describe('10000 means 10000 or more');
export const QueueOut = z
  .object({
    name: z.string().describe('Name of the job'),
    queue: z.string().describe('Queue that the job runs in'),
    ready: jobCount,
    active: jobCount,
    deferred: jobCount.describe('Scheduled for later'),
    retry: jobCount.describe('Failed or postponed; they run again'),
    failed: jobCount.describe('Failed recently and will not be retried'),
    dead: jobCount.describe('Dead letters: not retried until an operator enqueues them again'),
    oldest_ready_seconds: z.number().nullable(),
    last_error: z.string().nullable(),
    last_error_at: DateTime.nullable(),
  })
  .meta({ id: 'QueueOut' });
export type QueueOut = z.infer<typeof QueueOut>;
export const DeadJobOut = z
  .object({
    id: z.string(),
    created_at: DateTime,
    died_at: DateTime,
    attempts: z.int(),
    error: z.string().nullable(),
    payload: z.record(z.string(), z.unknown()).describe('Contains only ids'),
  })
  .meta({ id: 'DeadJobOut' });
export type DeadJobOut = z.infer<typeof DeadJobOut>;
export const RedriveOut = z
  .object({ redriven: z.int().describe('Number of jobs that will run again, at most 1000 per call') })
  .meta({ id: 'RedriveOut' });

export const EraseDocumentReq = z
  .object({
    confirm: z.string().max(300).describe('The title or the id of the document, typed as a confirmation'),
    keep_sealed: z
      .boolean()
      .default(false)
      .describe(
        'Keep the sealed PDF and its certificate of completion, which contain the names of everyone who signed',
      ),
  })
  .meta({ id: 'EraseDocumentReq' });
export type EraseDocumentReq = z.infer<typeof EraseDocumentReq>;
export const ErasureOut = z
  .object({
    id: z.string(),
    erased_at: DateTime,
    events_erased: z
      .int()
      .describe('Number of events from which this call erased data; 0 if there was nothing left to erase'),
    sealed_kept: z.boolean(),
    removed: z.boolean().describe('True if it was a draft, which was removed completely'),
    chain_seq: z.int().describe('Sequence number of the last event of the audit trail'),
    chain_head: z.string().describe('Hash of that event. Keep it to detect later changes of the audit trail'),
  })
  .meta({ id: 'ErasureOut' });
export type ErasureOut = z.infer<typeof ErasureOut>;

/** Changes members of a draft that POST /v1/documents has set. */
export const PatchDraftReq = z
  .object({
    title: Title.nullish(),
    message: Message.nullish().describe('Null removes the message'),
    expires_at: NullableDateTime.describe('In the future; null removes the expiry'),
  })
  .meta({ id: 'PatchDraftReq' });
export type PatchDraftReq = z.infer<typeof PatchDraftReq>;
