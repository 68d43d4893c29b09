import type { SigningOut } from '@countersign/client/generated/api';
import { Button } from '../ui/button.tsx';
import { DownloadLink } from './download-link.tsx';
import { printMoment } from './format-time.ts';
import type { RemoteFile } from './pages/fetch-part.ts';
import type { Screen } from './screen.ts';
import { useLanguage, useWords } from './words-context.ts';

/** The request: sender, title, due date and message, with the actions download, reassign and decline. */
export function Introduction({
  view,
  screen,
  restored,
  content,
  onReassign,
  onDecline,
}: {
  view: SigningOut;
  screen: Extract<Screen, { kind: 'act' | 'view' }>;
  /** True when values from an earlier visit were restored. */
  restored: boolean;
  content: RemoteFile;
  onReassign: () => void;
  onDecline: () => void;
}) {
  const words = useWords();
  const { locale } = useLanguage();
  const { document: shown, recipient } = view;
  const acts = screen.kind === 'act';
  const asks =
    screen.kind === 'view' ? words.fromToRead : screen.role === 'approver' ? words.fromToApprove : words.from;
  return (
    <div className="intro">
      {restored && acts && <p className="restored">{words.restored}</p>}
      <p className="intro-asks">
        {asks(shown.sender_person ? words.personAt(shown.sender_person, shown.sender) : shown.sender)}
      </p>
      <h1 tabIndex={-1} dir="auto">
        {shown.title}
      </h1>
      <p className="intro-facts">
        {words.youAre(recipient.name ?? '', recipient.email ?? '')}
        {shown.expires_at && ` ${words.dueBy(printMoment(shown.expires_at, shown.display_timezone, locale))}`}
      </p>
      {acts && recipient.own_key?.provider && (
        <p className="intro-facts">{words.ownKey.explain(recipient.own_key.provider)}</p>
      )}
      {shown.message && (
        <blockquote className="intro-message" dir="auto" aria-label={words.messageOf(shown.sender)}>
          {shown.message}
        </blockquote>
      )}
      <div className="button-row intro-actions">
        <DownloadLink file={content} look="quiet" aria-label={words.downloadTitle}>
          {words.download}
        </DownloadLink>
        {acts && (
          <>
            {recipient.may_reassign !== false && (
              <Button look="quiet" onClick={onReassign}>
                {words.reassign}
              </Button>
            )}
            <Button look="quiet" onClick={onDecline}>
              {words.decline}
            </Button>
          </>
        )}
      </div>
    </div>
  );
}
