import type { FieldOut, SigningOut } from '@countersign/client/generated/api';
import { type FieldValue, validateFieldValue } from '@countersign/contract/field-value';
import { useEffect, useMemo, useRef, useState } from 'react';
import { wordFault } from './fault-words.ts';
import { fieldControlId } from './fields/field-box.tsx';
import { labelsOf } from './fields/field-label.ts';
import {
  type AdoptedSignatures,
  isSignature,
  useAdoptedSignatures,
} from './fields/use-adopted-signatures.ts';
import {
  checkValues,
  drawnValue,
  type Faults,
  inReadingOrder,
  type Values,
  visibleFields,
} from './values.ts';
import { useWords } from './words-context.ts';

/** The recipient's fields, their errors, and the field that is open in a dialog. */
export interface FieldEntry {
  /** The visible fields of the recipient in reading order, read-only ones included. `required` follows `required_if`. */
  own: readonly FieldOut[];
  /** Those that the recipient can fill in. */
  editable: readonly FieldOut[];
  labels: Readonly<Record<string, string>>;
  /** Errors found by this page; empty required fields count. */
  faults: Faults;
  /** Those that count as progress: required fields, and optional ones with errors. */
  counted: readonly FieldOut[];
  /** The error to show at a field now, or null. */
  faultText: (field: FieldOut) => string | null;
  /** The error of the field that the recipient was at last, among those shown; null without one. */
  lastFault: { field: FieldOut; text: string } | null;
  adopted: AdoptedSignatures;
  /** The field whose dialog is open. */
  open: FieldOut | null;
  change: (field: FieldOut, value: FieldValue) => void;
  /** Called when a field gets the focus. */
  enter: (field: FieldOut) => void;
  /** Called when the focus leaves a field: from then on its error is shown. */
  leave: (field: FieldOut) => void;
  /** Like `leave`, then runs `next`, unless the field has an error other than being empty. */
  leaveFor: (field: FieldOut, next: () => void) => void;
  /** Opens the dialog of a field, or enters the signature that was adopted before. */
  openField: (field: FieldOut) => void;
  close: () => void;
  /** Opens the next or previous field instead of the current one. */
  step: (by: 1 | -1) => void;
  goTo: (field: FieldOut) => void;
  /** Moves the focus to the next field with an error, after the focused one. */
  goToNext: () => void;
  /** Shows all errors, also of fields that were not visited, and those reported by the server. */
  showFaults: (fromServer?: Faults) => void;
}

/** Manages the entry of values. `isNarrow`: the page is too narrow to fill in fields in place. */
export function useFieldEntry({
  view,
  acts,
  values,
  isNarrow,
  onChange,
  announce,
}: {
  view: SigningOut;
  /** False for recipients who only read. */
  acts: boolean;
  values: Values;
  isNarrow: boolean;
  onChange: (field: FieldOut, value: FieldValue) => void;
  announce: (text: string) => void;
}): FieldEntry {
  const words = useWords();
  const all = useMemo(() => inReadingOrder(view.fields ?? []), [view.fields]);
  const own = useMemo(
    () => visibleFields(all, values, view.earlier_fields ?? []),
    [all, values, view.earlier_fields],
  );
  const editable = useMemo(() => (acts ? own.filter((field) => !field.read_only) : []), [own, acts]);
  const labels = useMemo(() => labelsOf(all, words.types), [all, words]);
  const faults = useMemo(() => checkValues(editable, values), [editable, values]);
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set());
  /** The ids of the fields that had the focus, the latest one last. */
  const [visited, setVisited] = useState<readonly string[]>([]);
  const [showAll, setShowAll] = useState(false);
  const [serverFaults, setServerFaults] = useState<Faults>({});
  const [openId, setOpenId] = useState<string | null>(null);
  useVisibilityAnnouncement(own, labels, announce);
  const adopted = useAdoptedSignatures(editable, values);

  function faultText(field: FieldOut): string | null {
    const local = faults[field.id];
    const isShown = showAll || (left.has(field.id) && local?.type !== 'missing');
    const fault = serverFaults[field.id] ?? (isShown ? local : undefined);
    return fault ? wordFault(field.type, fault, words) : null;
  }

  function change(field: FieldOut, value: FieldValue) {
    onChange(field, drawnValue(field, value));
    setServerFaults(({ [field.id]: _corrected, ...rest }) => rest);
  }

  function lastFault() {
    const visitedLast = (field: FieldOut) => visited.indexOf(field.id);
    const wrong = editable.filter((field) => faultText(field) !== null);
    const field = wrong.reduce<FieldOut | undefined>(
      (last, one) => (last && visitedLast(last) >= visitedLast(one) ? last : one),
      undefined,
    );
    return field ? { field, text: faultText(field)! } : null;
  }

  const enter = ({ id }: FieldOut) => setVisited((before) => [...before.filter((one) => one !== id), id]);
  const leave = (field: FieldOut) => setLeft((before) => new Set(before).add(field.id));

  function openField(field: FieldOut) {
    const ready = adopted.of(field);
    if (isSignature(field) && ready && !values[field.id] && validateFieldValue(field, ready).ok) {
      change(field, ready);
      announce(words.signature.added(labels[field.id]!));
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
    if (isNarrow && target instanceof HTMLButtonElement) setOpenId(field.id);
  }

  function goToNext() {
    const waiting = editable.filter((field) => faults[field.id]);
    const at = editable.findIndex((field) =>
      document.activeElement?.closest(`[data-field-id="${field.id}"]`),
    );
    const next = waiting.find((field) => editable.indexOf(field) > at) ?? waiting[0];
    if (next) goTo(next);
  }

  return {
    own,
    editable,
    labels,
    faults,
    counted: editable.filter((field) => field.required || faults[field.id]),
    faultText,
    lastFault: lastFault(),
    adopted,
    open: editable.find((field) => field.id === openId) ?? null,
    change,
    enter,
    leave,
    leaveFor: (field, next) => {
      enter(field);
      leave(field);
      const fault = serverFaults[field.id] ?? faults[field.id];
      if (!fault || fault.type === 'missing') next();
    },
    openField,
    close: () => setOpenId(null),
    step: (by) => {
      const next = editable[editable.findIndex((field) => field.id === openId) + by];
      if (next) setOpenId(next.id);
    },
    goTo,
    goToNext,
    showFaults: (fromServer) => {
      setShowAll(true);
      if (fromServer) setServerFaults(fromServer);
    },
  };
}

/** Tells screen readers which fields appeared and disappeared after a change. */
function useVisibilityAnnouncement(
  visible: readonly FieldOut[],
  labels: Readonly<Record<string, string>>,
  announce: (text: string) => void,
): void {
  const words = useWords();
  const before = useRef(visible);
  useEffect(() => {
    const without = (fields: readonly FieldOut[], others: readonly FieldOut[]) => {
      const ids = new Set(others.map(({ id }) => id));
      return fields.flatMap(({ id }) => (ids.has(id) ? [] : (labels[id] ?? [])));
    };
    const appeared = without(visible, before.current);
    const disappeared = without(before.current, visible);
    before.current = visible;
    const texts = [
      ...(appeared.length > 0 ? [words.field.appeared(listed(appeared))] : []),
      ...(disappeared.length > 0 ? [words.field.disappeared(listed(disappeared))] : []),
    ];
    if (texts.length > 0) announce(texts.join(' '));
  }, [visible, labels, words, announce]);
}

/** Names listed in one announcement. */
const maxListed = 4;

const listed = (names: readonly string[]): string =>
  [...names.slice(0, maxListed), ...(names.length > maxListed ? ['…'] : [])].join(', ');
