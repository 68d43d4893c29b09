/** The editor of the preparation page: people, fields and settings, by mouse, touch or keyboard. */

import type { FieldType } from '@countersign/contract/field';
import { visibleText } from '@countersign/contract/visible-text';
import { type ReactNode, useCallback, useEffect, useRef, useState } from 'react';
import type { PdfSource } from '../../signing/pages/pdf-source.ts';
import { useLeaveWarning } from '../../signing/use-leave-warning.ts';
import { IconButton } from '../parts/controls.tsx';
import { Icon, type IconName } from '../parts/icon.tsx';
import type { Sheet } from '../parts/use-pages.ts';
import { useWidth } from '../parts/use-width.ts';
import { errorWords } from '../problem-error.ts';
import { Link, useRouter } from '../router.tsx';
import type { Box, Draft } from './draft.ts';
import { changeBoxes } from './draft-state.ts';
import { FieldPanel } from './field-panel.tsx';
import { freePlace, keepOnPage, naturalRect, resize } from './geometry.ts';
import { Palette } from './palette.tsx';
import { PeoplePanel } from './people-panel.tsx';
import { PlacesDialog } from './places-dialog.tsx';
import { Stage } from './stage.tsx';
import { Thumbnails } from './thumbnails.tsx';
import { type DraftEditor, type Saving, useDraftEditor } from './use-draft-editor.ts';
import { useEditorKeys } from './use-editor-keys.ts';
import { useGestures } from './use-gestures.ts';
import { usePageInView } from './use-page-in-view.ts';
import './prepare.css';

export interface EditorProps {
  title: string;
  /** Shown below the bar. */
  notice?: ReactNode;
  /** Null without a page to go back to. */
  back: { href: string; label: string } | null;
  initial: Draft;
  source: PdfSource;
  sheets: readonly Sheet[];
  isTest: boolean;
  isTemplate: boolean;
  autosave: boolean;
  save: (draft: Draft) => Promise<void>;
  /** Buttons at the end of the toolbar. */
  actions: (editor: DraftEditor) => ReactNode;
}

type Panel = 'people' | 'fields' | 'settings' | 'pages';
const panels: ReadonlyArray<readonly [Panel, string, IconName]> = [
  ['people', 'People', 'members'],
  ['fields', 'Fields', 'signature'],
  ['settings', 'Settings', 'settings'],
  ['pages', 'Pages', 'thumbnails'],
];
const zooms = [0.5, 0.75, 1, 1.25, 1.5, 2, 2.5];
/** Maximum width of a page at zoom 1, in CSS pixels. */
const pageWidth = 820;
/** Fraction of the page width by which an arrow key moves a field. */
const nudge = { usual: 0.005, fine: 0.001 };

/** Edits people and fields over the pages of a PDF. */
export function Editor(props: EditorProps) {
  const { title, back, initial, source, sheets, isTest, isTemplate } = props;
  const [announcement, setAnnouncement] = useState('');
  const announce = useCallback(
    (text: string) => setAnnouncement((known) => (known === text ? `${text}\u00a0` : text)),
    [],
  );
  const editor = useDraftEditor({
    initial,
    pageCount: sheets.length,
    autosave: props.autosave,
    save: props.save,
    announce,
  });
  const stage = useRef<HTMLDivElement>(null);
  const settings = useRef<HTMLDivElement>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  const [selectsSeveral, setSelectsSeveral] = useState(false);
  const { gesture, startNew } = useGestures(stage, editor, sheets, announce, selectsSeveral);
  const [zoom, setZoom] = useState(1);
  const [panel, setPanel] = useState<Panel | null>(
    initial.people.length === 0 || initial.boxes.length > 0 ? 'people' : 'fields',
  );
  const room = useWidth(stage);
  const width = Math.floor(Math.min(room - 24, pageWidth) * zoom);
  const view = usePageInView(stage);
  const [showsPages, setShowsPages] = useState(sheets.length > 1);
  const [findsPlaces, setFindsPlaces] = useState(false);
  const { guard } = useRouter();
  const isUnsaved = editor.saving.state !== 'saved';
  useLeaveWarning(isUnsaved);
  useEffect(() => {
    guard(isUnsaved ? () => confirm('Some changes are not saved yet. Leave anyway?') : null);
    return () => guard(null);
  }, [guard, isUnsaved]);
  useEffect(() => {
    document.title = `${visibleText(title)} · Countersign`;
    heading.current?.focus({ preventScroll: true });
  }, [title]);

  const placeInView = (type: FieldType) => {
    const { page, middle } = view.measure();
    const size = naturalRect(type, sheets[page - 1]!);
    const taken = editor.draft.boxes.filter((box) => box.page === page);
    const rect = freePlace({ ...size, x: 0.5 - size.w / 2, y: middle - size.h / 2 }, taken);
    const key = editor.addBox({ type, page, ...rect });
    announce(`Placed on page ${page}. Arrow keys move it.`);
    requestAnimationFrame(() =>
      stage.current?.querySelector<HTMLElement>(`[data-box="${key}"] button`)?.focus({ preventScroll: true }),
    );
  };

  const onBoxKey = (event: React.KeyboardEvent, box: Box) => {
    const step = event.altKey ? nudge.fine : nudge.usual;
    const arrow = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] }[event.key];
    const keys = editor.selected.has(box.key) ? editor.selected : new Set([box.key]);
    if (arrow) {
      const sheet = sheets[box.page - 1]!;
      const [dx, dy] = [arrow[0]! * step, arrow[1]! * step * (sheet.width / sheet.height)];
      const next = (one: Box): Box =>
        event.shiftKey
          ? { ...one, ...resize(one, 'se', dx, dy, sheets[one.page - 1]!) }
          : keepOnPage({ ...one, x: one.x + dx, y: one.y + dy });
      editor.change(`${event.shiftKey ? 'size' : 'place'} ${[...keys].join()}`, (draft) =>
        changeBoxes(draft, keys, next),
      );
      const now = next(box);
      const share = (value: number) => `${(value * 100).toFixed(1)} %`;
      announce(
        event.shiftKey
          ? `Width ${share(now.w)}, height ${share(now.h)}`
          : `${share(now.x)} from the left, ${share(now.y)} from the top`,
      );
    } else if (event.key === 'Delete' || event.key === 'Backspace') {
      editor.removeSelected();
      heading.current?.focus();
    } else if (event.key === 'Enter') {
      setPanel('settings');
      requestAnimationFrame(() =>
        settings.current?.querySelector<HTMLElement>('select, input, textarea')?.focus(),
      );
    } else if (event.key === 'Escape') editor.select([]);
    else return;
    event.preventDefault();
  };

  useEditorKeys(editor, () => view.measure().page);

  const step = (by: number) => {
    const at = zooms.findIndex((one) => one >= zoom);
    setZoom(zooms[Math.max(0, Math.min(zooms.length - 1, at + by))]!);
  };

  return (
    <div className="c-editor" data-panel={panel ?? 'none'} data-pages={showsPages ? 'shown' : 'hidden'}>
      <div className="c-editor-head">
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
              autosave={props.autosave}
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
              onClick={() => editor.paste(view.measure().page)}
            />
            <IconButton
              icon="select-several"
              label="Select several fields"
              className="c-by-finger"
              aria-pressed={selectsSeveral}
              onClick={() => setSelectsSeveral(!selectsSeveral)}
            />
            {sheets.length > 1 && (
              <IconButton
                icon="thumbnails"
                label="Show thumbnails"
                className="c-wide-only"
                aria-pressed={showsPages}
                onClick={() => setShowsPages(!showsPages)}
              />
            )}
            <span className="c-zoom">
              <IconButton
                icon="minus"
                label="Zoom out"
                disabled={zoom === zooms[0]}
                onClick={() => step(-1)}
              />
              <output aria-label="Zoom">{Math.round(zoom * 100)} %</output>
              <IconButton
                icon="plus"
                label="Zoom in"
                disabled={zoom === zooms.at(-1)}
                onClick={() => step(1)}
              />
            </span>
          </div>
          <div className="c-editor-actions">{props.actions(editor)}</div>
        </div>
        {props.notice}
      </div>
      <aside className="c-editor-left" aria-label="People and fields">
        <section className="c-panel c-panel-people" aria-label={isTemplate ? 'Roles' : 'People'}>
          <h2 className="c-panel-title">{isTemplate ? 'Roles' : 'Recipients'}</h2>
          <PeoplePanel editor={editor} isTemplate={isTemplate} />
        </section>
        <section className="c-panel c-panel-fields" aria-label="Fields">
          <h2 className="c-panel-title">Fields</h2>
          <Palette
            editor={editor}
            onStart={startNew}
            onPlace={placeInView}
            onFind={() => setFindsPlaces(true)}
          />
        </section>
      </aside>
      {sheets.length > 1 && (
        <Thumbnails
          source={source}
          sheets={sheets}
          boxes={editor.draft.boxes}
          people={editor.draft.people}
          current={view.current}
          onChoose={view.show}
        />
      )}
      <Stage
        stage={stage}
        source={source}
        sheets={sheets}
        width={width}
        editor={editor}
        gesture={gesture}
        isTest={isTest}
        onBoxKey={onBoxKey}
      />
      <aside className="c-editor-right c-panel c-panel-settings" aria-label="Field settings">
        <FieldPanel editor={editor} pageCount={sheets.length} first={settings} />
      </aside>
      <div className="c-editor-tabs" role="toolbar" aria-label="Panels">
        {panels
          .filter(([name]) => name !== 'pages' || sheets.length > 1)
          .map(([name, label, icon]) => (
            <button
              key={name}
              type="button"
              aria-pressed={panel === name}
              onClick={() => setPanel(panel === name ? null : name)}
            >
              <Icon name={icon} />
              {label}
            </button>
          ))}
      </div>
      {findsPlaces && (
        <PlacesDialog editor={editor} source={source} sheets={sheets} onClose={() => setFindsPlaces(false)} />
      )}
      <p className="visually-hidden" aria-live="polite">
        {announcement}
      </p>
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
