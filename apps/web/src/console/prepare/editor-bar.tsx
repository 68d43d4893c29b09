/** The bar of the editor: title, state of saving, tools and actions. */
import type { ReactNode, RefObject } from 'react';
import { IconButton } from '../parts/controls.tsx';
import { Icon } from '../parts/icon.tsx';
import { errorWords } from '../problem-error.ts';
import { Link } from '../router.tsx';
import type { DraftEditor, Saving } from './use-draft-editor.ts';
import type { Toggle } from './use-toggle.ts';
import type { Zoom } from './use-zoom.ts';

/** `thumbnails` is null if there is only one page. */
export function EditorBar({
  title,
  back,
  heading,
  autosave,
  editor,
  pageInView,
  zoom,
  selectsSeveral,
  thumbnails,
  actions,
}: {
  title: string;
  back: { href: string; label: string } | null;
  heading: RefObject<HTMLHeadingElement | null>;
  autosave: boolean;
  editor: DraftEditor;
  pageInView: () => number;
  zoom: Zoom;
  selectsSeveral: Toggle;
  thumbnails: Toggle | null;
  actions: ReactNode;
}) {
  return (
    <div className="c-editor-bar">
      {back && (
        <Link href={back.href} className="c-icon-button" aria-label={back.label} title={back.label}>
          <Icon name="back" />
        </Link>
      )}
      <div className="c-editor-title">
        <h1 ref={heading} tabIndex={-1}>
          {title}
        </h1>
        <SavingNote
          saving={editor.saving}
          autosave={autosave}
          onRetry={() => void editor.saveNow().catch(() => {})}
        />
      </div>
      <div className="c-editor-tools">
        <IconButton icon="undo" label="Undo" disabled={!editor.canUndo} onClick={editor.undo} />
        <IconButton icon="redo" label="Redo" disabled={!editor.canRedo} onClick={editor.redo} />
        <IconButton
          icon="paste"
          className="c-paste"
          label="Paste fields"
          disabled={!editor.canPaste}
          onClick={() => editor.paste(pageInView())}
        />
        <IconButton
          icon="select-several"
          label="Select several fields"
          className="c-by-finger"
          aria-pressed={selectsSeveral.isOn}
          onClick={selectsSeveral.switch}
        />
        {thumbnails && (
          <IconButton
            icon="thumbnails"
            label="Show thumbnails"
            className="c-wide-only"
            aria-pressed={thumbnails.isOn}
            onClick={thumbnails.switch}
          />
        )}
        <span className="c-zoom">
          <IconButton
            icon="minus"
            label="Zoom out"
            disabled={!zoom.canShrink}
            onClick={() => zoom.step(-1)}
          />
          <output aria-label="Zoom">{Math.round(zoom.level * 100)} %</output>
          <IconButton icon="plus" label="Zoom in" disabled={!zoom.canGrow} onClick={() => zoom.step(1)} />
        </span>
      </div>
      <div className="c-editor-actions">{actions}</div>
    </div>
  );
}

function SavingNote({
  saving,
  autosave,
  onRetry,
}: {
  saving: Saving;
  autosave: boolean;
  onRetry: () => void;
}) {
  switch (saving.state) {
    case 'saved':
      return <p className="c-saving c-saving-good">{autosave ? 'Draft saved' : 'Saved'}</p>;
    case 'waiting':
      return <p className="c-saving">{autosave ? 'Saving…' : 'Unsaved changes'}</p>;
    case 'saving':
      return <p className="c-saving">Saving…</p>;
    case 'incomplete':
      return <p className="c-saving c-saving-warn">Not saved: {saving.why}</p>;
    case 'failed':
      return (
        <p className="c-saving c-saving-bad" role="alert">
          Not saved: {errorWords(saving.error)}{' '}
          <button type="button" className="c-text-button" onClick={onRetry}>
            Try again
          </button>
        </p>
      );
  }
}
