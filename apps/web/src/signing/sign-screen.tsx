import type { SigningOut } from '@countersign/client/generated/api';
import type { OwnSignatureFailure } from '@countersign/contract/enumerations';
import type { FieldValue } from '@countersign/contract/field-value';
import { useCallback, useMemo, useState } from 'react';
import { ConsentDone, ConsentSheet } from './consent-sheet.tsx';
import { DeclineDialog } from './decline-dialog.tsx';
import { DocumentView } from './document-view.tsx';
import type { DraftState } from './draft-keeper.ts';
import { FieldDialogs } from './fields/field-dialogs.tsx';
import { labelsOf } from './fields/field-label.ts';
import { FieldsOverPage } from './fields/fields-over-page.tsx';
import { FinishBar } from './finish-bar.tsx';
import { Introduction } from './introduction.tsx';
import type { PageBox } from './pages/document-pages.tsx';
import type { TextPlace } from './pages/text-places.ts';
import { ReassignDialog } from './reassign-dialog.tsx';
import type { Ending, Screen } from './screen.ts';
import { refusalOf, type SigningApi } from './signing-api.ts';
import { type FieldEntry, useFieldEntry } from './use-field-entry.ts';
import { useLeaveWarning } from './use-leave-warning.ts';
import { usePageSize } from './use-page-size.ts';
import { type SigningActions, useSigningActions } from './use-signing-actions.ts';
import type { Values } from './values.ts';
import { useWords } from './words-context.ts';

/** The values entered so far. */
export interface Entered {
  values: Values;
  /** Where they are kept. */
  draft: DraftState;
  /** True when values from an earlier visit were restored. */
  restored: boolean;
}

/** The document with the recipient's fields, consent and the finish bar. */
export function SignScreen({
  api,
  view,
  screen,
  entered,
  failure,
  onChange,
  onStale,
  onEnding,
}: {
  api: SigningApi;
  view: SigningOut;
  screen: Extract<Screen, { kind: 'act' | 'view' }>;
  entered: Entered;
  /** Why the provider of the recipient's key sent them back without a signature; null otherwise. */
  failure: OwnSignatureFailure | null;
  onChange: (id: string, value: FieldValue) => void;
  /** Reads the state again, because it differs from what the page shows. */
  onStale: () => Promise<SigningOut | null>;
  onEnding: (ending: Ending) => void;
}) {
  const words = useWords();
  const { values, draft, restored } = entered;
  const { document: shown, recipient } = view;
  const approves = screen.kind === 'act' && screen.role === 'approver';
  const acts = screen.kind === 'act';
  const consented = Boolean(view.consent?.accepted_at);

  const [dialog, setDialog] = useState<'decline' | 'reassign' | null>(null);
  const [touched, setTouched] = useState(false);
  const [trouble, setTrouble] = useState<string | null>(failure && words.ownKey.failures[failure]);
  const [announcement, setAnnouncement] = useState(restored ? words.restored : '');
  useLeaveWarning(touched && acts && draft === 'lost');

  const size = usePageSize();
  const { isNarrow } = size;
  const entry = useFieldEntry({
    view,
    acts,
    values,
    isNarrow,
    onChange: (field, value) => {
      onChange(field.id, value);
      setTouched(true);
      setTrouble(null);
    },
    announce: setAnnouncement,
  });
  const actions = useSigningActions({
    ...{ api, view, values, entry, isNarrow, onStale, onEnding },
    onTrouble: setTrouble,
    announce: setAnnouncement,
  });
  const reportOpened = useCallback(() => {
    api.reportOpened().catch((error: unknown) => {
      if ((refusalOf(error)?.status ?? 500) < 500) void onStale();
    });
  }, [api, onStale]);

  const renderFields = useFieldsOverPage({ view, entry, values, acts, consented });

  return (
    <>
      <main className="signing">
        <Introduction
          view={view}
          screen={screen}
          restored={restored}
          content={api.content}
          onReassign={() => setDialog('reassign')}
          onDecline={() => setDialog('decline')}
        />
        {acts && consented && <ConsentDone consent={view.consent!} />}
        <DocumentView
          size={size}
          content={api.content}
          shown={shown}
          waiting={entry.editable.filter((field) => entry.faults[field.id])}
          onShown={reportOpened}
          onGoTo={entry.goTo}
          renderOver={renderFields}
        />
        {acts && (
          <NextStep
            view={view}
            approves={approves}
            entry={entry}
            actions={actions}
            draft={draft}
            trouble={trouble}
          />
        )}
      </main>
      <div className="visually-hidden" role="status">
        {announcement}
      </div>
      <FieldDialogs
        entry={entry}
        values={values}
        recipientName={recipient.name ?? ''}
        dateFormat={shown.date_format}
        announcement={announcement}
      />
      {dialog === 'decline' && (
        <DeclineDialog approves={approves} onConfirm={actions.decline} onClose={() => setDialog(null)} />
      )}
      {dialog === 'reassign' && (
        <ReassignDialog onConfirm={actions.reassign} onClose={() => setDialog(null)} />
      )}
    </>
  );
}

/** Renders the fields over a page: those of the recipient, and those that others have completed. */
function useFieldsOverPage({
  view,
  entry,
  values,
  acts,
  consented,
}: {
  view: SigningOut;
  entry: FieldEntry;
  values: Values;
  acts: boolean;
  consented: boolean;
}) {
  const words = useWords();
  const otherLabels = useMemo(
    () => labelsOf(view.other_fields ?? [], words.types),
    [view.other_fields, words],
  );
  return (page: PageBox, texts: readonly TextPlace[]) => (
    <FieldsOverPage
      page={page}
      texts={texts}
      own={entry.own}
      others={view.other_fields ?? []}
      labels={entry.labels}
      otherLabels={otherLabels}
      values={values}
      dateFormat={view.document.date_format}
      acts={acts}
      disabled={!consented}
      faultText={entry.faultText}
      onChange={entry.change}
      onEnter={entry.enter}
      onLeave={entry.leave}
      onOpen={entry.openField}
    />
  );
}

/** What a signer or approver does next: consent, or fill in the fields and finish. */
function NextStep({
  view,
  approves,
  entry,
  actions,
  draft,
  trouble,
}: {
  view: SigningOut;
  approves: boolean;
  entry: FieldEntry;
  actions: SigningActions;
  draft: DraftState;
  trouble: string | null;
}) {
  if (!view.consent?.accepted_at)
    return (
      <ConsentSheet
        consent={view.consent!}
        approves={approves}
        busy={actions.busy === 'consent'}
        trouble={trouble}
        onAccept={() => void actions.consent()}
      />
    );
  return (
    <FinishBar
      left={Object.keys(entry.faults).length}
      total={entry.counted.length}
      hasFields={entry.editable.length > 0}
      approves={approves}
      provider={view.recipient.own_key?.provider ?? null}
      sending={actions.busy === 'finish'}
      draft={draft}
      trouble={trouble}
      fault={entry.lastFault && { ...entry.lastFault, label: entry.labels[entry.lastFault.field.id]! }}
      onGoTo={entry.goTo}
      onNext={entry.goToNext}
      onFinish={() => void actions.finish()}
    />
  );
}
