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
import { roles } from '../words.ts';
import { firstOptions } from './copies.ts';
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
  const client = useClient();
  const mode = useMode();
  const { go, guard } = useRouter();
  const invalidate = useInvalidate();
  const { say } = useToasts();
  const isManager = useIsAtLeast('manager');
  const [message, setMessage] = useState(document.message ?? '');
  const [cadence, setCadence] = useState(document.reminder_cadence_days ?? 0);
  const [redirect, setRedirect] = useState(document.redirect_url ?? '');
  const [visibility, setVisibility] = useState(document.visibility);
  const { draft } = editor;
  const incomplete = draftFault(draft);
  const problems: Array<Pick<SendProblem, 'message'> & { field_id?: string }> = [
    ...(incomplete ? [{ message: incomplete }] : []),
    ...problemsOf(draft, editor.pageCount, document.expires_at ?? null, new Date()),
  ];

  const send = async () => {
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
      // The answer may have been lost after the commit.
      if (!onSent || (await client.get('/v1/documents/{doc_id}', { params })).status === 'draft') throw error;
    }
    guard(null);
    if (onSent) return onSent();
    invalidate('/v1/documents', '/v1/usage');
    say(mode === 'test' ? 'Sent as a test' : 'Sent');
    go(`/documents/${document.id}`);
  };

  if (problems.length > 0)
    return (
      <Dialog title="Not ready to send yet" onClose={onClose}>
        <ul className="c-problems">
          {problems.map(({ message: text, field_id: key }) => (
            <li key={text}>
              <Icon name="warning" />
              <span>{text}</span>
              {key && (
                <Button
                  onClick={() => {
                    editor.select([key]);
                    onClose();
                    requestAnimationFrame(() =>
                      window.document.querySelector<HTMLElement>(`[data-box="${key}"] button`)?.focus(),
                    );
                  }}
                >
                  Show
                </Button>
              )}
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
      onSubmit={send}
      onClose={onClose}
    >
      {(error) => (
        <>
          <ul className="c-summary">
            {draft.people.map((person) => (
              <li key={person.key}>
                <strong>{person.name}</strong> <span className="c-muted">{person.email}</span>
                <span className="c-row-sub">
                  {roles[person.role].label} ·{' '}
                  {counted(draft.boxes.filter((box) => box.person === person.key).length, 'field')}
                  {person.auth_level === 'otp' && ' · one-time code'}
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
          <TextArea
            label="Message (optional)"
            hint="Included in the email."
            maxLength={5000}
            value={message}
            error={issueOf(error, 'message')}
            onChange={(event) => setMessage(event.currentTarget.value)}
          />
          {!onSent && (
            <>
              <div className="c-pair">
                <Select
                  label="Reminders"
                  value={cadence}
                  onChange={(event) => setCadence(Number(event.currentTarget.value))}
                >
                  {[
                    ...cadences,
                    ...(cadences.some(([days]) => days === cadence)
                      ? []
                      : [[cadence, `Every ${cadence} days`] as const]),
                  ].map(([days, label]) => (
                    <option key={days} value={days}>
                      {label}
                    </option>
                  ))}
                </Select>
                {isManager && (
                  <Select
                    label="Visible to"
                    value={visibility}
                    onChange={(event) => setVisibility(event.currentTarget.value as typeof visibility)}
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
                onChange={(event) => setRedirect(event.currentTarget.value)}
              />
            </>
          )}
          {document.expires_at && <p className="hint">Expires on {printMoment(document.expires_at)}.</p>}
        </>
      )}
    </FormDialog>
  );
}
