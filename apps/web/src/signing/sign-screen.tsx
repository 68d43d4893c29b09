import type { FieldOut } from '@countersign/contract/field';
import { type FieldValue, validateFieldValue } from '@countersign/contract/field-value';
import type { SignatureFont } from '@countersign/contract/signature-fonts';
import type { CompleteOut, SignatureInput, SigningOut } from '@countersign/contract/signing';
import { useCallback, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { Button, ButtonLink } from '../ui/button.tsx';
import { useElementWidth } from '../ui/use-element-width.ts';
import { ConsentCard, consentHeadingId } from './consent-card.tsx';
import { DeclineDialog } from './decline-dialog.tsx';
import { wordFault } from './fault-words.ts';
import { FieldBox, FixedField, fieldControlId } from './fields/field-box.tsx';
import { labelsOf } from './fields/field-label.ts';
import { FieldSheet } from './fields/field-sheet.tsx';
import { SignatureDialog } from './fields/signature-dialog.tsx';
import { initialsOf } from './fields/signature-shape.ts';
import { FinishBar } from './finish-bar.tsx';
import { printMoment } from './format-time.ts';
import { HandOverDialog, type HandOverFault } from './hand-over-dialog.tsx';
import { DocumentPages, type PageBox } from './pages/document-pages.tsx';
import { usePinch } from './pages/use-pinch.ts';
import type { Screen } from './screen.ts';
import { CallError, type SigningApi } from './signing-api.ts';
import { wordTrouble } from './trouble-words.ts';
import { useLeaveWarning } from './use-leave-warning.ts';
import {
  type Faults,
  faultsOf,
  inReadingOrder,
  isFilled,
  judge,
  type Values,
  valuesToSend,
} from './values.ts';
import { useLanguage, useWords } from './words-context.ts';

const zoomLevels = [0.5, 0.75, 1, 1.25, 1.5, 2, 3];
/** Pages are not laid out wider than this, in CSS pixels, unless enlarged. */
const comfortableWidth = 880;
/** Below this width of a page a field is filled in in a dialog when it is stepped to. */
const narrowWidth = 560;

const isSignature = (field: FieldOut) => field.type === 'signature' || field.type === 'initials';

/** The document itself, with what this recipient is asked to do about it. */
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
  /** False when this browser could not keep what was entered. */
  kept: boolean;
  /** True when values of an earlier visit are shown. */
  restored: boolean;
  onChange: (id: string, value: FieldValue) => void;
  /** The server's state is not what this page shows: read it again. */
  onStale: () => Promise<SigningOut | null>;
  onCompleted: (answer: CompleteOut) => void;
  onDeclined: () => void;
  onHandedOver: (name: string) => void;
}) {
  const words = useWords();
  const { locale } = useLanguage();
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
  const [adoptedAtFirst] = useState(() => signaturesIn(editable, values));
  const adopted = useRef(adoptedAtFirst);
  /** True after a completion that no answer came to: it may have arrived. */
  const unanswered = useRef(false);
  useLeaveWarning(touched && acts && !kept);

  const [zoom, setZoom] = useState(1);
  const pagesRef = useRef<HTMLDivElement>(null);
  const available = useElementWidth(pagesRef);
  const hostRef = useRef<HTMLDivElement>(null);
  usePinch(hostRef, zoom, setZoom);
  const pageWidth = Math.round(Math.min(available, comfortableWidth) * zoom);

  const faults = useMemo(() => judge(editable, values), [editable, values]);
  const open = editable.find((field) => field.id === openId) ?? null;

  const reportOpened = useCallback(() => {
    api.reportOpened().catch((error: unknown) => {
      if (error instanceof CallError && error.status >= 400 && error.status < 500) void onStale();
    });
  }, [api, onStale]);

  /** Words a failed call, after reading the state anew where that is what went wrong. */
  async function explain(error: unknown): Promise<string> {
    if (!(error instanceof CallError)) throw error;
    if ([401, 404, 409].includes(error.status)) await onStale();
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
    setServerFaults(({ [field.id]: _mended, ...rest }) => rest);
  }

  function openField(field: FieldOut) {
    const ready = adopted.current[field.type];
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
    if (pageWidth < narrowWidth && target instanceof HTMLButtonElement) setOpenId(field.id);
  }

  function goToNext() {
    const waiting = editable.filter((field) => faults[field.id]);
    const at = editable.findIndex((field) =>
      document.activeElement?.closest(`[data-field-id="${field.id}"]`),
    );
    const next = waiting.find((field) => editable.indexOf(field) > at) ?? waiting[0];
    if (next) goTo(next);
  }

  // The fields can take the focus only once they are shown as open, which is the render after the consent was read back.
  const justConsented = useRef(false);
  // In the same step as the opening, so that it takes the focus from nobody.
  useLayoutEffect(() => {
    if (!justConsented.current || !consented) return;
    justConsented.current = false;
    const first = editable.find((field) => faults[field.id]) ?? editable[0];
    if (first && pageWidth >= narrowWidth) goTo(first);
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
      onCompleted(await api.complete(valuesToSend(editable, values)));
    } catch (error) {
      if (error instanceof CallError && error.status === 409 && unanswered.current) {
        const now = await onStale();
        if (now?.recipient.status === 'completed') {
          onCompleted({ status: 'completed', document_status: now.document.status ?? 'partially_signed' });
          return;
        }
      }
      if (error instanceof CallError) unanswered.current ||= error.status === 0 || error.status >= 500;
      const refused = error instanceof CallError ? faultsOf(error.issues, editable) : null;
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
      if (error instanceof CallError && error.issues.some((issue) => issue.loc.includes('email'))) {
        const isTaken = error.issues.some((issue) => issue.msg.includes('takes part'));
        const { taken, emailWrong } = words.handOverDialog;
        return { email: isTaken ? taken : emailWrong, other: null };
      }
      return { email: null, other: await explain(error) };
    }
  }

  function step(by: 1 | -1) {
    const next = editable[editable.findIndex((field) => field.id === openId) + by];
    if (next) setOpenId(next.id);
  }

  const renderOver = (page: PageBox) => {
    const onPage = [...own, ...others].filter((field) => field.page === page.number);
    return (
      <>
        {others
          .filter((field) => field.page === page.number)
          .map((field) => (
            <FixedField
              key={field.id}
              field={field}
              page={page}
              label={otherLabels[field.id]!}
              note={words.field.otherValue}
              text={field.value ?? field.prefill_value ?? ''}
              signedAs={otherSignature(field)}
            />
          ))}
        {own
          .filter((field) => field.page === page.number)
          .map((field) =>
            field.read_only ? (
              <FixedField
                key={field.id}
                field={field}
                page={page}
                label={labels[field.id]!}
                note={words.field.readOnly}
                text={field.value ?? field.prefill_value ?? ''}
                signedAs={null}
              />
            ) : (
              acts && (
                <FieldBox
                  key={field.id}
                  field={field}
                  page={page}
                  label={labels[field.id]!}
                  value={values[field.id] ?? null}
                  faultText={faultText(field)}
                  neighbours={onPage}
                  filled={isFilled(field, values[field.id])}
                  disabled={!consented}
                  onChange={(value) => change(field, value)}
                  onLeave={() => setLeft((before) => new Set(before).add(field.id))}
                  onOpen={() => openField(field)}
                />
              )
            ),
          )}
      </>
    );
  };

  /** Drawn and uploaded signatures of others are not given to this page: it says that they are there. */
  function otherSignature(field: FieldOut): string | null {
    return isSignature(field) && (field.value === 'drawn' || field.value === 'uploaded')
      ? words.field.otherDrawn
      : null;
  }

  /** Initials begin in the handwriting of the signature, and the other way round. */
  function adoptedFont(): SignatureFont | null {
    const typed = Object.values(adopted.current).find((one) => one.mode === 'type');
    return typed?.font ?? null;
  }

  const asks =
    screen.kind === 'view' ? words.fromToRead : screen.role === 'approver' ? words.fromToApprove : words.from;
  const smaller = zoomLevels.findLast((level) => level < zoom);
  const larger = zoomLevels.find((level) => level > zoom);
  const openValue = open ? (values[open.id] ?? null) : null;
  return (
    <>
      <main className="signing">
        <div className="intro">
          {restored && acts && <p className="restored">{words.restored}</p>}
          <p className="intro-asks">{asks(shown.sender)}</p>
          <h1 tabIndex={-1} dir="auto">
            {shown.title}
          </h1>
          <p className="intro-facts">
            {words.youAre(recipient.name ?? '', recipient.email ?? '')}
            {shown.expires_at &&
              ` ${words.dueBy(printMoment(shown.expires_at, shown.display_timezone, locale))}`}
          </p>
          {shown.message && (
            <blockquote className="intro-message" dir="auto" aria-label={words.messageOf(shown.sender)}>
              {shown.message}
            </blockquote>
          )}
          <div className="button-row intro-actions">
            <ButtonLink href={api.contentUrl} download look="quiet" aria-label={words.downloadTitle}>
              {words.download}
            </ButtonLink>
            {acts && (
              <>
                <Button look="quiet" onClick={() => setDialog('hand-over')}>
                  {words.handOver}
                </Button>
                <Button look="quiet" onClick={() => setDialog('decline')}>
                  {words.decline}
                </Button>
              </>
            )}
          </div>
        </div>
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
        <section aria-label={words.pages.label}>
          <fieldset className="zoom">
            <legend className="visually-hidden">{words.viewGroup}</legend>
            <Button
              look="quiet"
              aria-label={words.zoomOut}
              disabled={smaller === undefined}
              onClick={() => setZoom(smaller!)}
            >
              −
            </Button>
            <output>{words.zoomLevel(Math.round(zoom * 100))}</output>
            <Button
              look="quiet"
              aria-label={words.zoomIn}
              disabled={larger === undefined}
              onClick={() => setZoom(larger!)}
            >
              +
            </Button>
          </fieldset>
          <div ref={pagesRef} className="pages-width" />
          <div
            ref={hostRef}
            className={pageWidth < narrowWidth ? 'pages pages-narrow' : 'pages'}
            {...(zoom > 1 && { tabIndex: 0, role: 'group', 'aria-label': words.pages.label })}
          >
            <DocumentPages
              contentUrl={api.contentUrl}
              pages={shown.pages ?? []}
              width={pageWidth}
              watermark={shown.mode === 'test' ? words.testWatermark : null}
              onShown={reportOpened}
              renderOver={renderOver}
            />
          </div>
        </section>
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
          current={
            openValue !== null && typeof openValue !== 'string'
              ? openValue
              : (adopted.current[open.type] ?? null)
          }
          suggestedFont={adoptedFont()}
          suggestion={open.prefill_value || suggestionFor(open, recipient.name ?? '')}
          onApply={(value) => {
            adopted.current[open.type] = value;
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
          faultText={faultText(open)}
          position={editable.indexOf(open) + 1}
          total={editable.length}
          onChange={(value) => change(open, value)}
          onLeave={() => setLeft((before) => new Set(before).add(open.id))}
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

/** The signature and the initials that are in use already. */
function signaturesIn(
  fields: readonly FieldOut[],
  values: Values,
): Partial<Record<FieldOut['type'], SignatureInput>> {
  const found: Partial<Record<FieldOut['type'], SignatureInput>> = {};
  for (const field of fields) {
    const value = values[field.id];
    if (isSignature(field) && value && typeof value !== 'string') found[field.type] ??= value;
  }
  return found;
}

function suggestionFor(field: FieldOut, name: string): string {
  return field.type === 'initials' ? initialsOf(name) : name;
}
