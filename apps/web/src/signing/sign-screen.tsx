import type { SigningOut } from '@countersign/client/generated/api';
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
import { HandOverDialog } from './hand-over-dialog.tsx';
import { Introduction } from './introduction.tsx';
import type { Ending, Screen } from './screen.ts';
import { refusalOf, type SigningApi } from './signing-api.ts';
import { useFieldEntry } from './use-field-entry.ts';
import { useLeaveWarning } from './use-leave-warning.ts';
import { usePageSize } from './use-page-size.ts';
import { useSigningActions } from './use-signing-actions.ts';
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
  onChange,
  onStale,
  onEnding,
}: {
  api: SigningApi;
  view: SigningOut;
  screen: Extract<Screen, { kind: 'act' | 'view' }>;
  entered: Entered;
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

  const [dialog, setDialog] = useState<'decline' | 'hand-over' | null>(null);
  const [touched, setTouched] = useState(false);
  const [trouble, setTrouble] = useState<string | null>(null);
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
  const others = view.other_fields ?? [];
  const otherLabels = useMemo(
    () => labelsOf(view.other_fields ?? [], words.types),
    [view.other_fields, words],
  );

  const reportOpened = useCallback(() => {
    api.reportOpened().catch((error: unknown) => {
      if ((refusalOf(error)?.status ?? 500) < 500) void onStale();
    });
  }, [api, onStale]);

  return (
    <>
      <main className="signing">
        <Introduction
          view={view}
          screen={screen}
          restored={restored}
          content={api.content}
          onHandOver={() => setDialog('hand-over')}
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
          renderOver={(page, texts) => (
            <FieldsOverPage
              page={page}
              texts={texts}
              own={entry.own}
              others={others}
              labels={entry.labels}
              otherLabels={otherLabels}
              values={values}
              dateFormat={shown.date_format}
              acts={acts}
              disabled={!consented}
              faultText={entry.faultText}
              onChange={entry.change}
              onLeave={entry.leave}
              onOpen={entry.openField}
            />
          )}
        />
        {acts && !consented && (
          <ConsentSheet
            consent={view.consent!}
            approves={approves}
            busy={actions.busy === 'consent'}
            trouble={trouble}
            onAccept={() => void actions.consent()}
          />
        )}
        {acts && consented && (
          <FinishBar
            left={Object.keys(entry.faults).length}
            total={entry.editable.filter((field) => field.required || entry.faults[field.id]).length}
            hasFields={entry.editable.length > 0}
            approves={approves}
            sending={actions.busy === 'finish'}
            draft={draft}
            trouble={trouble}
            onNext={entry.goToNext}
            onFinish={() => void actions.finish()}
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
      {dialog === 'hand-over' && (
        <HandOverDialog onConfirm={actions.handOver} onClose={() => setDialog(null)} />
      )}
    </>
  );
}
