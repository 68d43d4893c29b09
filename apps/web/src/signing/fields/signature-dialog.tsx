import type { FieldOut, SignatureInput } from '@countersign/client/generated/api';
import { isBlank } from '@countersign/contract/blank';
import type { InputMode } from '@countersign/contract/field';
import {
  allowedInputModes,
  type FieldValueFault,
  MAX_SIGNATURE_TEXT_LENGTH,
  validateFieldValue,
} from '@countersign/contract/field-value';
import {
  defaultSignatureFont,
  fontOf,
  fontsFor,
  type SignatureFont,
} from '@countersign/contract/signature-fonts';
import { withoutUndrawn } from '@countersign/contract/undrawn';
import { type FormEvent, useId, useMemo, useRef, useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { TextInput } from '../../ui/text-input.tsx';
import { useElementWidth } from '../../ui/use-element-width.ts';
import { wordFault } from '../fault-words.ts';
import { useWords } from '../words-context.ts';
import { DrawPad } from './draw-pad.tsx';
import { FontChoice } from './font-choice.tsx';
import { SignaturePreview } from './signature-preview.tsx';
import type { Drawing } from './signature-shape.ts';
import { UploadPad } from './upload-pad.tsx';

/** Typing comes first: it needs neither a pointer nor a picture. */
const modeOrder: readonly InputMode[] = ['type', 'draw', 'upload'];

/** Makes a signature or initials in one of the ways the field allows. */
export function SignatureDialog({
  field,
  label,
  current,
  suggestion,
  suggestedFont,
  onApply,
  onClose,
}: {
  field: FieldOut;
  label: string;
  current: SignatureInput | null;
  /** The initial text for typing. */
  suggestion: string;
  /** The initial font for typing; null for the default font. */
  suggestedFont: SignatureFont | null;
  onApply: (value: SignatureInput) => void;
  onClose: () => void;
}) {
  const words = useWords();
  const isInitials = field.type === 'initials';
  const allowed = allowedInputModes(field.settings);
  const modes = modeOrder.filter((mode) => allowed.includes(mode));
  const [mode, setMode] = useState<InputMode>(
    current && allowed.includes(current.mode) ? current.mode : modes[0]!,
  );
  const [text, setText] = useState(withoutUndrawn(current?.mode === 'type' ? current.text : suggestion));
  const [wish, setWish] = useState<SignatureFont | null>(
    (current?.mode === 'type' ? current.font : suggestedFont) ?? null,
  );
  const [drawing, setDrawing] = useState<Drawing | null>(current?.mode === 'draw' ? current : null);
  const [upload, setUpload] = useState<SignatureInput | null>(current?.mode === 'upload' ? current : null);
  const [fault, setFault] = useState<FieldValueFault | null>(null);

  const fonts = useMemo(() => fontsFor(text.trim()), [text]);
  const font = fontOf(text.trim(), wish);

  const made: Record<InputMode, SignatureInput | null> = {
    type: isBlank(text)
      ? null
      : { mode: 'type', text: text.trim(), ...(font && font !== defaultSignatureFont && { font }) },
    draw: drawing,
    upload,
  };
  const value = made[mode];

  function apply(event: FormEvent) {
    event.preventDefault();
    const verdict = validateFieldValue({ ...field, required: true }, value);
    if (!verdict.ok) setFault(verdict);
    else onApply(verdict.value as SignatureInput);
  }

  const error = fault && wordFault(field.type, fault, words);
  const title = isInitials ? words.signature.titleInitials : words.signature.title;
  return (
    <Dialog title={title} onClose={onClose} className="dialog-wide">
      <form onSubmit={apply} noValidate>
        {label !== words.types[field.type] && <p className="hint">{label}</p>}
        {modes.length > 1 && (
          <ModeChoice
            modes={modes}
            chosen={mode}
            onChoose={(one) => {
              setMode(one);
              setFault(null);
            }}
          />
        )}
        {mode === 'type' && (
          <TextInput
            label={isInitials ? words.signature.typeLabelInitials : words.signature.typeLabel}
            value={text}
            maxLength={MAX_SIGNATURE_TEXT_LENGTH}
            autoComplete={isInitials ? 'off' : 'name'}
            error={error}
            onChange={(event) => {
              setText(withoutUndrawn(event.currentTarget.value));
              setFault(null);
            }}
          />
        )}
        {mode === 'type' && made.type && fonts.length > 1 && (
          <FontChoice text={text.trim()} fonts={fonts} chosen={font} onChange={setWish} />
        )}
        {mode === 'draw' && (
          <DrawPad value={drawing} onChange={setDrawing} canType={modes.includes('type')} />
        )}
        {mode === 'upload' && <UploadPad onChange={setUpload} />}
        {mode !== 'draw' && value && (
          <figure className="signature-figure">
            <figcaption>{words.signature.preview}</figcaption>
            <SignatureStage value={value} />
          </figure>
        )}
        {mode !== 'type' && error && (
          <p className="error-text" role="alert">
            {error}
          </p>
        )}
        <div className="button-row dialog-actions">
          <p className="hint dialog-meaning">{words.signature.meaning}</p>
          <Button onClick={onClose}>{words.cancel}</Button>
          <Button look="primary" type="submit">
            {isInitials ? words.signature.applyInitials : words.signature.apply}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}

/** How to make the signature: typed, drawn or uploaded. */
function ModeChoice({
  modes,
  chosen,
  onChoose,
}: {
  modes: readonly InputMode[];
  chosen: InputMode;
  onChoose: (mode: InputMode) => void;
}) {
  const words = useWords();
  const groupName = useId();
  return (
    <fieldset className="segments">
      <legend>{words.signature.how}</legend>
      {modes.map((mode) => (
        <label key={mode} className="segment">
          <input
            type="radio"
            name={groupName}
            value={mode}
            checked={mode === chosen}
            onChange={() => onChoose(mode)}
          />
          <span>{words.signature.modes[mode]}</span>
        </label>
      ))}
    </fieldset>
  );
}

/** The signature as large as the dialog has room for. */
function SignatureStage({ value }: { value: SignatureInput }) {
  const ref = useRef<HTMLDivElement>(null);
  const width = useElementWidth(ref);
  return (
    <div className="signature-stage">
      <div ref={ref} className="signature-room">
        {width > 0 && <SignaturePreview value={value} width={width} height={96} />}
      </div>
    </div>
  );
}
