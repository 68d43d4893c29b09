import type { FieldOut } from '@countersign/client/generated/api';
import type { FieldValue } from '@countersign/contract/field-value';
import type { PageBox } from '../pages/document-pages.tsx';
import { printedText } from '../values.ts';
import type { Words } from '../words.ts';
import { useWords } from '../words-context.ts';
import { FieldControl } from './field-control.tsx';
import {
  type BoxSize,
  fitsOnPage,
  isMultiline,
  labelWidth,
  messagePlace,
  type Place,
  textSize,
} from './field-layout.ts';
import { FixedText } from './fixed-text.tsx';
import { SignaturePreview } from './signature-preview.tsx';
import { isSignature } from './use-adopted-signatures.ts';

export const fieldControlId = (field: FieldOut): string => `field-${field.id}`;

function boxOf(field: FieldOut, page: PageBox): BoxSize {
  return { width: field.w * page.width, height: field.h * page.height, scale: page.scale };
}

function placeOf(field: FieldOut) {
  return {
    left: `${field.x * 100}%`,
    top: `${field.y * 100}%`,
    width: `${field.w * 100}%`,
    height: `${field.h * 100}%`,
  };
}

/** One of the recipient's own fields, over the page at its rectangle. */
export function FieldBox({
  field,
  page,
  label,
  value,
  dateFormat,
  faultText,
  showsLabel,
  occupied,
  filled,
  disabled,
  onChange,
  onEnter,
  onLeave,
  onOpen,
}: {
  field: FieldOut;
  page: PageBox;
  label: string;
  value: FieldValue;
  dateFormat: string | null | undefined;
  faultText: string | null;
  /** True when the page itself does not say what the field is. Otherwise the label is shown at the focused field only. */
  showsLabel: boolean;
  /** Fields and labels of the page: a message that would cover one of another field is not shown at its field, except under the pointer. */
  occupied: readonly Place[];
  filled: boolean;
  disabled: boolean;
  onChange: (value: string) => void;
  onEnter: () => void;
  onLeave: () => void;
  /** Opens the field in a dialog: always for signatures, otherwise if the control does not fit on the page. */
  onOpen: () => void;
}) {
  const words = useWords();
  const box = boxOf(field, page);
  const multiline = isMultiline(field, box);
  const id = fieldControlId(field);
  const faultId = faultText ? `${id}-fault` : null;
  const place = messagePlace(field, faultText ?? '', occupied, page);
  const opensSignature = isSignature(field);
  const state = faultText ? 'fault' : filled ? 'filled' : field.required ? 'open' : 'optional';

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it only notes which field has the focus
    <div
      className={`field field-own field-${state}`}
      style={{ ...placeOf(field), fontSize: textSize(box, multiline) }}
      data-field-id={field.id}
      onFocus={onEnter}
    >
      {opensSignature || !fitsOnPage(field, box) ? (
        <button
          type="button"
          id={id}
          className={`field-button ${opensSignature ? 'field-button-sign' : ''}`}
          disabled={disabled}
          aria-haspopup="dialog"
          aria-describedby={faultId ?? undefined}
          aria-label={openerName(field, label, value, words)}
          onClick={onOpen}
        >
          <OpenerFace field={field} label={label} value={value} dateFormat={dateFormat} box={box} />
        </button>
      ) : (
        <FieldControl
          field={field}
          value={typeof value === 'string' ? value : ''}
          attributes={{ id, label, required: field.required, faultId, disabled }}
          multiline={multiline}
          named={false}
          onChange={onChange}
          onLeave={onLeave}
        />
      )}
      <span className={showsLabel ? 'field-tag field-tag-shown' : 'field-tag'} aria-hidden="true">
        {label}
        {field.type === 'date' && typeof value === 'string' && value !== '' && (
          <>
            {': '}
            <bdi className="field-printed">{printedText(field, value, dateFormat)}</bdi>
          </>
        )}
        {!field.required && ` (${words.field.optional})`}
      </span>
      {faultText && (
        <>
          <p
            id={faultId!}
            className={`field-fault ${place.alignsEnd ? 'field-fault-end' : ''} ${place.hasRoom ? '' : 'field-fault-crowded'}`}
          >
            {faultText}
          </p>
          <span
            className={`field-fault-mark ${showsLabel && box.width < labelWidth ? 'field-fault-mark-beside' : ''}`}
            aria-hidden="true"
          >
            !
          </span>
        </>
      )}
    </div>
  );
}

/** A read-only field: set by the sender, or belonging to another person. */
export function FixedField({
  field,
  page,
  label,
  note,
  text,
  signedAs,
}: {
  field: FieldOut;
  page: PageBox;
  label: string;
  note: string;
  text: string;
  /** Shown if the page does not have the image of the signature. */
  signedAs: string | null;
}) {
  const words = useWords();
  const box = boxOf(field, page);
  const isMark = field.type === 'checkbox';
  const size = textSize(box, isMultiline(field, box));
  const showsText = signedAs === null && !isMark && !isSignature(field);
  return (
    <div className="field field-fixed" style={{ ...placeOf(field), fontSize: size }}>
      {!showsText && <span className="visually-hidden">{`${label} (${note}): `}</span>}
      {signedAs !== null ? (
        <span className="field-text field-signed-as">✓ {signedAs}</span>
      ) : isSignature(field) ? (
        <SignaturePreview value={{ mode: 'type', text }} width={box.width} height={box.height} />
      ) : isMark ? (
        <>
          <span aria-hidden="true" className="field-mark">
            {text === 'true' ? '✓' : ''}
          </span>
          <span className="visually-hidden">
            {text === 'true' ? words.field.ticked : words.field.notTicked}
          </span>
        </>
      ) : (
        <FixedText label={label} note={note} text={text} box={box} largest={size} />
      )}
    </div>
  );
}

/** The accessible name of a button that opens a field. It begins with the text on the button. */
function openerName(field: FieldOut, label: string, value: FieldValue, words: Words): string {
  const need = field.required ? words.field.required : words.field.optional;
  const shown = shortText(field, value, words);
  if (isSignature(field)) {
    if (shown) return `${shown}, ${label}: ${words.field.changeSignature}`;
    return `${field.type === 'signature' ? words.field.sign : words.field.initial}, ${label}, ${need}`;
  }
  return shown ? `${shown}, ${label}` : `${label}, ${need}: ${words.field.fillIn}`;
}

function shortText(field: FieldOut, value: FieldValue, words: Words): string {
  if (field.type === 'checkbox') return value === 'true' ? words.field.ticked : '';
  if (value === null || typeof value === 'string') return value ?? '';
  return value.mode === 'type' ? value.text : words.signature.modes[value.mode];
}

/** Text smaller than this, in pixels, cannot be read. */
const smallestInvite = 5;

/** Shown in place of "Sign here" if there is no room for text. */
function Pen() {
  return (
    <svg className="field-pen" viewBox="0 0 16 16" aria-hidden="true">
      <path d="M12.4 1 15 3.6 5 13.6 1.4 14.6 2.4 11Z" />
    </svg>
  );
}

function OpenerFace({
  field,
  label,
  value,
  dateFormat,
  box,
}: {
  field: FieldOut;
  label: string;
  value: FieldValue;
  dateFormat: string | null | undefined;
  box: BoxSize;
}) {
  const words = useWords();
  if (value !== null && typeof value !== 'string') {
    return <SignaturePreview value={value} width={box.width} height={box.height} />;
  }
  if (isSignature(field)) {
    const text = field.type === 'signature' ? words.field.sign : words.field.initial;
    // Text can be longer than the field in some languages. Shrink it instead of cutting it off.
    const widest = box.width / (text.length * 0.62 + 1.4);
    const fontSize = Math.min(widest, Math.max(9, Math.min(15, box.height * 0.42)));
    if (fontSize < smallestInvite) return <Pen />;
    return (
      <span className="field-invite" style={{ fontSize }}>
        {text}
      </span>
    );
  }
  if (field.type === 'checkbox') return <span>{value === 'true' ? '✓' : ''}</span>;
  return (
    <span className="field-text" dir="auto">
      {printedText(field, value, dateFormat) || label}
    </span>
  );
}
