import type { CompleteOut, FieldOut, SigningOut } from '@countersign/client/generated/api';
import { type FieldValue, validateFieldValue } from '@countersign/contract/field-value';
import { useCallback, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { ConsentCard, consentHeadingId } from './consent-card.tsx';
import { DeclineDialog } from './decline-dialog.tsx';
import { DocumentView } from './document-view.tsx';
import { wordFault } from './fault-words.ts';
import { fieldControlId } from './fields/field-box.tsx';
import { labelsOf } from './fields/field-label.ts';
import { FieldSheet } from './fields/field-sheet.tsx';
import { FieldsOverPage } from './fields/fields-over-page.tsx';
import { SignatureDialog } from './fields/signature-dialog.tsx';
import { initialsOf } from './fields/signature-shape.ts';
import { isSignature, useAdoptedSignatures } from './fields/use-adopted-signatures.ts';
import { FinishBar } from './finish-bar.tsx';
import { addressFault, HandOverDialog, type HandOverFault } from './hand-over-dialog.tsx';
import { Introduction } from './introduction.tsx';
import type { Screen } from './screen.ts';
import { isCallError, refusalOf, type SigningApi } from './signing-api.ts';
import { wordTrouble } from './trouble-words.ts';
import { useCompletion } from './use-completion.ts';
import { useLeaveWarning } from './use-leave-warning.ts';
import { usePageSize } from './use-page-size.ts';
import { type Faults, faultsOf, inReadingOrder, judge, type Values, valuesToSend } from './values.ts';
import { useWords } from './words-context.ts';

/** The document with the recipient's fields, consent and the finish bar. */
export function SignScreen({
  api,
  view,
  screen,
  values,
  kept,
  restored,
  onChange,
  onStale,
  onCompleted,
  onDeclined,
  onHandedOver,
}: {
  api: SigningApi;
  view: SigningOut;
  screen: Extract<Screen, { kind: 'act' | 'view' }>;
  values: Values;
  /** False when the browser could not store the entered values. */
  kept: boolean;
  /** True when values from an earlier visit were restored. */
  restored: boolean;
  onChange: (id: string, value: FieldValue) => void;
  /** Reads the state again, because it differs from what the page shows. */
  onStale: () => Promise<SigningOut | null>;
  onCompleted: (answer: CompleteOut) => void;
  onDeclined: () => void;
  onHandedOver: (name: string) => void;
}) {
  const words = useWords();
  const { document: shown, recipient } = view;
  const approves = screen.kind === 'act' && screen.role === 'approver';
  const acts = screen.kind === 'act';
  const consented = Boolean(view.consent?.accepted_at);

  const own = useMemo(() => inReadingOrder(view.fields ?? []), [view.fields]);
  const others = view.other_fields ?? [];
  const editable = useMemo(() => (acts ? own.filter((field) => !field.read_only) : []), [own, acts]);
  const labels = useMemo(() => labelsOf(own, words.types), [own, words]);
  const otherLabels = useMemo(
    () => labelsOf(view.other_fields ?? [], words.types),
    [view.other_fields, words],
  );

  const [left, setLeft] = useState<ReadonlySet<string>>(new Set());
  const [showAll, setShowAll] = useState(false);
  const [serverFaults, setServerFaults] = useState<Faults>({});
  const [openId, setOpenId] = useState<string | null>(null);
  const [dialog, setDialog] = useState<'decline' | 'hand-over' | null>(null);
  const [consenting, setConsenting] = useState(false);
  const [sending, setSending] = useState(false);
  const [touched, setTouched] = useState(false);
  const [trouble, setTrouble] = useState<string | null>(null);
  const [announcement, setAnnouncement] = useState(restored ? words.restored : '');
  const adopted = useAdoptedSignatures(editable, values);
  const complete = useCompletion(api, onStale);
  useLeaveWarning(touched && acts && !kept);

  const size = usePageSize();

  const faults = useMemo(() => judge(editable, values), [editable, values]);
  const open = editable.find((field) => field.id === openId) ?? null;

  const reportOpened = useCallback(() => {
    api.reportOpened().catch((error: unknown) => {
      if ((refusalOf(error)?.status ?? 500) < 500) void onStale();
    });
  }, [api, onStale]);

  /** The message for a failed call. Reads the state again when it may have changed. */
  async function explain(error: unknown): Promise<string> {
    if (!isCallError(error)) throw error;
    if ([401, 404, 409].includes(refusalOf(error)?.status ?? 0)) await onStale();
    return wordTrouble(error, words);
  }

  function faultText(field: FieldOut): string | null {
    const local = faults[field.id];
    const isShown = showAll || (left.has(field.id) && local?.type !== 'missing');
    const fault = serverFaults[field.id] ?? (isShown ? local : undefined);
    return fault ? wordFault(field.type, fault, words) : null;
  }

  function change(field: FieldOut, value: FieldValue) {
    onChange(field.id, value);
    setTouched(true);
    setTrouble(null);
    setServerFaults(({ [field.id]: _corrected, ...rest }) => rest);
  }

  const leave = (field: FieldOut) => setLeft((before) => new Set(before).add(field.id));

  function openField(field: FieldOut) {
    const ready = adopted.of(field);
    if (isSignature(field) && ready && !values[field.id] && validateFieldValue(field, ready).ok) {
      change(field, ready);
      setAnnouncement(words.signature.added(labels[field.id]!));
    } else {
      setOpenId(field.id);
    }
  }

  function goTo(field: FieldOut) {
    const control = document.getElementById(fieldControlId(field));
    if (!control) return;
    control.scrollIntoView({ block: 'center', inline: 'center' });
    const target = control instanceof HTMLFieldSetElement ? control.querySelector('input') : control;
    target?.focus({ preventScroll: true });
    if (size.isNarrow && target instanceof HTMLButtonElement) setOpenId(field.id);
  }

  function goToNext() {
    const waiting = editable.filter((field) => faults[field.id]);
    const at = editable.findIndex((field) =>
      document.activeElement?.closest(`[data-field-id="${field.id}"]`),
    );
    const next = waiting.find((field) => editable.indexOf(field) > at) ?? waiting[0];
    if (next) goTo(next);
  }

  // Fields can take the focus only in the render after the consent was read back.
  const justConsented = useRef(false);
  // A layout effect moves the focus before the person can move it.
  useLayoutEffect(() => {
    if (!justConsented.current || !consented) return;
    justConsented.current = false;
    const first = editable.find((field) => faults[field.id]) ?? editable[0];
    if (first && !size.isNarrow) goTo(first);
  });

  async function consent() {
    setConsenting(true);
    setTrouble(null);
    try {
      await api.consent(view.consent!.language);
      justConsented.current = true;
      await onStale();
      setAnnouncement(words.consent.accepted);
    } catch (error) {
      setTrouble(await explain(error));
    } finally {
      setConsenting(false);
    }
  }

  async function finish() {
    setTrouble(null);
    setShowAll(true);
    const wrong = editable.filter((field) => faults[field.id]);
    if (wrong[0]) {
      setTrouble(words.bar.faults(wrong.length));
      goTo(wrong[0]);
      return;
    }
    setSending(true);
    try {
      const { date_format, display_timezone } = shown;
      const sent = valuesToSend(editable, values);
      onCompleted(await complete({ values: sent, shown: { date_format, display_timezone } }));
    } catch (error) {
      const refusal = refusalOf(error);
      const refused = refusal && faultsOf(refusal.errors, editable);
      const first = editable.find((field) => refused?.faults[field.id]);
      if (refused && first) {
        setServerFaults(refused.faults);
        setTrouble(words.bar.faults(Object.keys(refused.faults).length));
        goTo(first);
      } else {
        setTrouble(await explain(error));
      }
    } finally {
      setSending(false);
    }
  }

  async function decline(reason: string): Promise<string | null> {
    try {
      await api.reject({ reason });
      onDeclined();
      return null;
    } catch (error) {
      return explain(error);
    }
  }

  async function handOver(person: { name: string; email: string }): Promise<HandOverFault | null> {
    try {
      await api.reassign(person);
      onHandedOver(person.name);
      return null;
    } catch (error) {
      const email = addressFault(error, words);
      return email ? { email, other: null } : { email: null, other: await explain(error) };
    }
  }

  function step(by: 1 | -1) {
    const next = editable[editable.findIndex((field) => field.id === openId) + by];
    if (next) setOpenId(next.id);
  }

  const openValue = open ? (values[open.id] ?? null) : null;
  return (
    <>
      <main className="signing">
        <Introduction
          view={view}
          screen={screen}
          restored={restored}
          contentUrl={api.contentUrl}
          onHandOver={() => setDialog('hand-over')}
          onDecline={() => setDialog('decline')}
        />
        {acts && view.consent && (
          <ConsentCard
            text={view.consent.text}
            language={view.consent.language}
            accepted={consented}
            busy={consenting}
            approves={approves}
            onAccept={() => void consent()}
          />
        )}
        <DocumentView
          size={size}
          contentUrl={api.contentUrl}
          shown={shown}
          onShown={reportOpened}
          renderOver={(page) => (
            <FieldsOverPage
              page={page}
              own={own}
              others={others}
              labels={labels}
              otherLabels={otherLabels}
              values={values}
              dateFormat={shown.date_format}
              acts={acts}
              disabled={!consented}
              faultText={faultText}
              onChange={change}
              onLeave={leave}
              onOpen={openField}
            />
          )}
        />
        {acts && (
          <FinishBar
            consented={consented}
            left={Object.keys(faults).length}
            total={editable.filter((field) => field.required || faults[field.id]).length}
            hasFields={editable.length > 0}
            approves={approves}
            sending={sending}
            trouble={trouble}
            onConsent={() => {
              const heading = document.getElementById(consentHeadingId);
              heading?.scrollIntoView({ block: 'start' });
              heading?.focus({ preventScroll: true });
            }}
            onNext={goToNext}
            onFinish={() => void finish()}
          />
        )}
      </main>
      <div className="visually-hidden" role="status">
        {announcement}
      </div>
      {open && isSignature(open) && (
        <SignatureDialog
          key={open.id}
          field={open}
          label={labels[open.id]!}
          current={openValue !== null && typeof openValue !== 'string' ? openValue : adopted.of(open)}
          suggestedFont={adopted.font()}
          suggestion={open.prefill_value || suggestionFor(open, recipient.name ?? '')}
          onApply={(value) => {
            adopted.adopt(open, value);
            change(open, value);
            setOpenId(null);
          }}
          onClose={() => setOpenId(null)}
        />
      )}
      {open && !isSignature(open) && (
        <FieldSheet
          field={open}
          label={labels[open.id]!}
          value={typeof openValue === 'string' ? openValue : ''}
          dateFormat={shown.date_format}
          faultText={faultText(open)}
          position={editable.indexOf(open) + 1}
          total={editable.length}
          onChange={(value) => change(open, value)}
          onLeave={() => leave(open)}
          onStep={step}
          onClose={() => setOpenId(null)}
        />
      )}
      {dialog === 'decline' && (
        <DeclineDialog approves={approves} onConfirm={decline} onClose={() => setDialog(null)} />
      )}
      {dialog === 'hand-over' && <HandOverDialog onConfirm={handOver} onClose={() => setDialog(null)} />}
    </>
  );
}

function suggestionFor(field: FieldOut, name: string): string {
  return field.type === 'initials' ? initialsOf(name) : name;
}
