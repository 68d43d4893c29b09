import type { SignatureInput } from '@countersign/contract/signing';
import { useState } from 'react';
import { TextInput } from '../../ui/text-input.tsx';
import { useWords } from '../words-context.ts';
import { readPicture } from './read-picture.ts';

type Upload = Extract<SignatureInput, { mode: 'upload' }>;

/** Chooses a picture of a signature. */
export function UploadPad({ onChange }: { onChange: (value: Upload | null) => void }) {
  const words = useWords().signature;
  const [unreadable, setUnreadable] = useState(false);

  async function choose(file: File | undefined) {
    setUnreadable(false);
    onChange(null);
    if (!file) return;
    try {
      onChange({ mode: 'upload', image_base64: await readPicture(file) });
    } catch {
      setUnreadable(true);
    }
  }

  return (
    <TextInput
      type="file"
      accept="image/png,image/jpeg"
      label={words.uploadLabel}
      hint={words.uploadHint}
      error={unreadable ? words.uploadUnreadable : null}
      onChange={(event) => void choose(event.currentTarget.files?.[0])}
    />
  );
}
