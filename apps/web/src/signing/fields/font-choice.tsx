import type { SignatureFont } from '@countersign/contract/signature-fonts';
import { useId } from 'react';
import { useWords } from '../words-context.ts';
import { handwriting, signatureSize } from './handwriting.ts';

/** The room of a sample in pixels where the choice is narrowest: a long name is written smaller before it is cut. */
const sample = { width: 122, height: 44 };

/** Chooses the handwriting of a typed signature; each is shown by the text itself. */
export function FontChoice({
  text,
  fonts,
  chosen,
  onChange,
}: {
  text: string;
  fonts: readonly SignatureFont[];
  chosen: SignatureFont | null;
  onChange: (font: SignatureFont) => void;
}) {
  const words = useWords().signature;
  const groupName = useId();
  return (
    <fieldset className="font-choice">
      <legend>{words.font}</legend>
      {fonts.map((font) => (
        <label key={font} className="font-option">
          <input
            type="radio"
            name={groupName}
            value={font}
            checked={font === chosen}
            onChange={() => onChange(font)}
          />
          <span
            className={`font-sample font-${font}`}
            style={{
              fontSize: `clamp(0.8rem, ${signatureSize(text, font, sample.width, sample.height)}px, 1.35rem)`,
            }}
          >
            <span className="visually-hidden" lang="en">
              {handwriting[font].name}
            </span>
            <span aria-hidden="true" dir="auto">
              {text}
            </span>
          </span>
        </label>
      ))}
    </fieldset>
  );
}
