import type { SignatureInput } from '@countersign/client/generated/api';
import { useId, useRef, useState } from 'react';
import { useWords } from '../words-context.ts';
import { type Picture, readPicture } from './read-picture.ts';

type Upload = Extract<SignatureInput, { mode: 'upload' }>;

/** Lets the signer choose a picture of a signature. A plain background is removed unless the signer keeps it. */
export function UploadPad({ onChange }: { onChange: (value: Upload | null) => void }) {
  const words = useWords().signature;
  const id = useId();
  const [unreadable, setUnreadable] = useState(false);
  const [fileName, setFileName] = useState<string | null>(null);
  const [picture, setPicture] = useState<Picture | null>(null);
  const [clean, setClean] = useState(true);
  /** The file that was chosen last. An earlier one may take longer to read, and is then ignored. */
  const wanted = useRef<File | null>(null);

  function show(read: Picture, cleaned: boolean) {
    onChange({ mode: 'upload', image_base64: (cleaned && read.clean) || read.whole });
  }

  async function choose(file: File | undefined) {
    wanted.current = file ?? null;
    setFileName(file?.name ?? null);
    setUnreadable(false);
    setPicture(null);
    onChange(null);
    if (!file) return;
    try {
      const read = await readPicture(file);
      if (wanted.current !== file) return;
      setPicture(read);
      show(read, clean);
    } catch {
      if (wanted.current === file) setUnreadable(true);
    }
  }

  return (
    <>
      <div className="form-row file-choice">
        {/* Browsers show a file input in their own language, so its label is the button. */}
        <input
          id={id}
          type="file"
          accept="image/png,image/jpeg"
          className="visually-hidden"
          aria-invalid={unreadable || undefined}
          aria-describedby={`${unreadable ? `${id}-error ` : ''}${id}-hint`}
          onChange={(event) => void choose(event.currentTarget.files?.[0])}
        />
        <label htmlFor={id} className="button button-secondary">
          {words.uploadLabel}
        </label>
        {fileName && <bdi className="file-name">{fileName}</bdi>}
        {unreadable && (
          <p id={`${id}-error`} className="error-text">
            {words.uploadUnreadable}
          </p>
        )}
        <p id={`${id}-hint`} className="hint">
          {words.uploadHint}
        </p>
      </div>
      {picture?.clean && (
        <label className="sheet-tick">
          <input
            type="checkbox"
            className="field-tick"
            checked={clean}
            onChange={(event) => {
              setClean(event.currentTarget.checked);
              show(picture, event.currentTarget.checked);
            }}
          />
          <span>{words.uploadClean}</span>
        </label>
      )}
    </>
  );
}
