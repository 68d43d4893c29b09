import type { SignatureFont } from '@countersign/contract/signature-fonts';
import { useId } from 'react';
import { useWords } from '../words-context.ts';
import { handwriting, signatureSize } from './handwriting.ts';

/** The largest font size for text on one line, per pixel of line width. */
const sizePerPixel = (text: string, font: SignatureFont) => signatureSize(text, font, 1, 1000);

/** Lets the signer choose the handwriting font of a typed signature. Each option shows the text in its font. */
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
