import type { SignatureInput } from '@countersign/client/generated/api';
import { fontOf } from '@countersign/contract/signature-fonts';
import { withoutUndrawn } from '@countersign/contract/undrawn';
import { useWords } from '../words-context.ts';
import { signatureSize } from './handwriting.ts';
import { inkBox } from './signature-shape.ts';
import { StrokeInk } from './stroke-ink.tsx';

/** A signature as it will look in a box of this size in pixels. Drawings are shown as vectors, without reading a canvas back. */
export function SignaturePreview({
  value,
  width,
  height,
}: {
  value: SignatureInput;
  width: number;
  height: number;
}) {
  const words = useWords();
  if (value.mode === 'type') {
    const text = withoutUndrawn(value.text);
    const font = fontOf(text, value.font);
    return (
      <span
        className={`signature-typed font-${font ?? 'plain'}`}
        dir="auto"
        style={{ fontSize: signatureSize(text, font, width, height) }}
      >
        {text}
      </span>
    );
  }
  if (value.mode === 'draw') {
    const box = inkBox(value, 3);
    return (
      <svg className="signature-drawn" viewBox={`${box.x} ${box.y} ${box.w} ${box.h}`} aria-hidden="true">
        {value.strokes.map((stroke, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: strokes have no id other than their index
          <StrokeInk key={index} stroke={stroke} pen={3} />
        ))}
      </svg>
    );
  }
  const source = value.image_base64.startsWith('data:')
    ? value.image_base64
    : `data:image/png;base64,${value.image_base64}`;
  return <img className="signature-uploaded" src={source} alt={words.signature.uploadedAlt} />;
}
