/** The review before a document is sent. */
import type { DocumentOut } from '@countersign/client/generated/api';
import type { SendProblem } from '@countersign/contract/send-problems';
import { useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { TextArea, TextInput } from '../../ui/text-input.tsx';
import { Select } from '../parts/controls.tsx';
import { FormDialog } from '../parts/form.tsx';
import { Icon } from '../parts/icon.tsx';
import { counted, printMoment } from '../parts/moments.ts';
import { hasIssue, issueOf } from '../problem-error.ts';
import { useInvalidate } from '../query.ts';
import { useRouter } from '../router.tsx';
import { useClient, useIsAtLeast, useMode } from '../session.tsx';
import { useToasts } from '../toasts.tsx';
import { roles, signatureLevelWords } from '../words.ts';
import { firstOptions } from './copies.ts';
import type { Draft } from './draft.ts';
import { draftFault, problemsOf } from './draft-state.ts';
import type { DraftEditor } from './use-draft-editor.ts';

const cadences = [
  [0, 'None'],
  [1, 'Every day'],
  [2, 'Every 2 days'],
  [3, 'Every 3 days'],
  [7, 'Every week'],
  [14, 'Every 2 weeks'],
] as const;

interface Settings {
  message: string;
  cadence: number;
  redirect: string;
  visibility: DocumentOut['visibility'];
}

const hasFirstOptions = (options: readonly string[] | null | undefined): boolean =>
  options?.join('\n') === firstOptions.join('\n');

/**
 * Lists what is missing, in the words of the server; otherwise asks for a message and sends. With `onSent` the page stays, and only the
 * message can be chosen.
 */
export function SendDialog({
  document,
  editor,
  onSent,
  onClose,
}: {
  document: DocumentOut;
  editor: DraftEditor;
  onSent?: () => void;
  onClose: () => void;
}) {
  const { draft } = editor;
  const incomplete = draftFault(draft);
  const problems: Problem[] = [
    ...(incomplete ? [{ message: incomplete }] : []),
    ...problemsOf(draft, editor.pageCount, document.expires_at ?? null, new Date()),
  ];
  return problems.length > 0 ? (
    <ProblemsDialog problems={problems} onSelect={(key) => editor.select([key])} onClose={onClose} />
  ) : (
    <SendForm document={document} editor={editor} onSent={onSent} onClose={onClose} />
  );
}

type Problem = Pick<SendProblem, 'message'> & { field_id?: string };

/** `onSelect` receives the key of a field. */
function ProblemsDialog({
  problems,
  onSelect,
  onClose,
}: {
  problems: readonly Problem[];
  onSelect: (key: string) => void;
  onClose: () => void;
}) {
  const show = (key: string) => {
    onSelect(key);
    onClose();
    requestAnimationFrame(() => document.querySelector<HTMLElement>(`[data-box="${key}"] button`)?.focus());
  };
  return (
    <Dialog title="Not ready to send yet" onClose={onClose}>
      <ul className="c-problems">
        {problems.map(({ message, field_id: key }) => (
          <li key={message}>
            <Icon name="warning" />
            <span>{message}</span>
            {key && <Button onClick={() => show(key)}>Show</Button>}
          </li>
        ))}
      </ul>
      <div className="button-row dialog-actions">
        <Button look="primary" onClick={onClose}>
          Back to the document
        </Button>
      </div>
    </Dialog>
  );
}

function SendForm({
  document,
  editor,
  onSent,
  onClose,
}: {
  document: DocumentOut;
  editor: DraftEditor;
  onSent: (() => void) | undefined;
  onClose: () => void;
}) {
  const mode = useMode();
  const send = useSend(document, editor, onSent);
  const [settings, setSettings] = useState(settingsOf(document));
  const change = (changes: Partial<Settings>) => setSettings((known) => ({ ...known, ...changes }));
  return (
    <FormDialog
      title={mode === 'test' ? 'Send as a test' : 'Send'}
      action={
        <>
          <Icon name="send" />
          {mode === 'test' ? 'Send test' : 'Send now'}
        </>
      }
      cancel="Cancel"
      className="dialog-wide"
      explains={hasIssue('message', 'redirect_url')}
      onSubmit={() => send(settings)}
      onClose={onClose}
    >
      {(error) => (
        <>
          <Recipients draft={editor.draft} />
          <TextArea
            label="Message (optional)"
            hint="Included in the email."
            maxLength={5000}
            value={settings.message}
            error={issueOf(error, 'message')}
            onChange={(event) => change({ message: event.currentTarget.value })}
          />
          {!onSent && <DocumentSettings settings={settings} error={error} onChange={change} />}
          {document.expires_at && <p className="hint">Expires on {printMoment(document.expires_at)}.</p>}
        </>
      )}
    </FormDialog>
  );
}

const settingsOf = (document: DocumentOut): Settings => ({
  message: document.message ?? '',
  cadence: document.reminder_cadence_days ?? 0,
  redirect: document.redirect_url ?? '',
  visibility: document.visibility,
});

/** Saves the draft and the settings, and sends the document. Then calls `onSent`, or goes to the page of the document. */
function useSend(document: DocumentOut, editor: DraftEditor, onSent: (() => void) | undefined) {
  const client = useClient();
  const mode = useMode();
  const { go, guard } = useRouter();
  const invalidate = useInvalidate();
  const { say } = useToasts();
  return async ({ message, cadence, redirect, visibility }: Settings) => {
    await editor.saveNow();
    const changes = {
      ...(cadence !== (document.reminder_cadence_days ?? 0) && { reminder_cadence_days: cadence }),
      ...(redirect.trim() !== (document.redirect_url ?? '') && { redirect_url: redirect.trim() || null }),
      ...(visibility !== document.visibility && { visibility }),
    };
    const params = { path: { doc_id: document.id } };
    if (Object.keys(changes).length > 0)
      await client.patch('/v1/documents/{doc_id}', { params, body: changes });
    try {
      await client.post('/v1/documents/{doc_id}/send', {
        params,
        body: { message: message.trim() || null },
      });
    } catch (error) {
      // The document may have been sent although the answer was lost.
      if (!onSent || (await client.get('/v1/documents/{doc_id}', { params })).status === 'draft') throw error;
    }
    guard(null);
    if (onSent) return onSent();
    invalidate('/v1/documents', '/v1/usage');
    say(mode === 'test' ? 'Sent as a test' : 'Sent');
    go(`/documents/${document.id}`);
  };
}

/** The recipients, and a warning if a choice still has the example options. */
function Recipients({ draft }: { draft: Draft }) {
  return (
    <>
      <ul className="c-summary">
        {draft.people.map((person) => (
          <li key={person.key}>
            <strong>{person.name}</strong> <span className="c-muted">{person.email}</span>
            <span className="c-row-sub">
              {roles[person.role].label} ·{' '}
              {counted(draft.boxes.filter((box) => box.person === person.key).length, 'field')}
              {person.auth_level === 'otp' && ' · one-time code'}
              {person.signature_level && ` · ${signatureLevelWords[person.signature_level]}`}
              {person.delivery === 'none' && ' · no emails'}
            </span>
          </li>
        ))}
      </ul>
      {draft.boxes.some(({ settings }) => hasFirstOptions(settings.options)) && (
        <p className="c-note c-note-warn" role="note">
          <Icon name="warning" />A choice still has the options “{firstOptions.join('” and “')}”.
        </p>
      )}
    </>
  );
}

/** Reminders, visibility and the page after signing. */
function DocumentSettings({
  settings: { cadence, redirect, visibility },
  error,
  onChange,
}: {
  settings: Settings;
  error: unknown;
  onChange: (changes: Partial<Settings>) => void;
}) {
  const isManager = useIsAtLeast('manager');
  const isListed = cadences.some(([days]) => days === cadence);
  return (
    <>
      <div className="c-pair">
        <Select
          label="Reminders"
          value={cadence}
          onChange={(event) => onChange({ cadence: Number(event.currentTarget.value) })}
        >
          {[...cadences, ...(isListed ? [] : [[cadence, `Every ${cadence} days`] as const])].map(
            ([days, label]) => (
              <option key={days} value={days}>
                {label}
              </option>
            ),
          )}
        </Select>
        {isManager && (
          <Select
            label="Visible to"
            value={visibility}
            onChange={(event) =>
              onChange({ visibility: event.currentTarget.value as Settings['visibility'] })
            }
          >
            <option value="everyone">Everyone in the workspace</option>
            <option value="managers">Owners and managers</option>
          </Select>
        )}
      </div>
      <TextInput
        label="Redirect after signing (optional)"
        type="url"
        placeholder="https://"
        value={redirect}
        error={issueOf(error, 'redirect_url')}
        onChange={(event) => onChange({ redirect: event.currentTarget.value })}
      />
    </>
  );
}
