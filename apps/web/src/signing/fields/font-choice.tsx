import type { SignatureFont } from '@countersign/contract/signature-fonts';
import { useId } from 'react';
import { useWords } from '../words-context.ts';
import { handwriting, signatureSize } from './handwriting.ts';

/** How large a text may be on one line, for each pixel of the line's length. */
const sizePerPixel = (text: string, font: SignatureFont) => signatureSize(text, font, 1, 1000);

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
              fontSize: `clamp(0.8rem, calc((100cqi - 1.4rem) * ${sizePerPixel(text, font)}), 1.35rem)`,
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
