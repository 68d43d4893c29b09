/** The editor of the preparation page: people, fields and settings, by mouse, touch or keyboard. */

import type { FieldType } from '@countersign/contract/field';
import { visibleText } from '@countersign/contract/visible-text';
import { type ReactNode, useCallback, useEffect, useRef, useState } from 'react';
import type { PdfSource } from '../../signing/pages/pdf-source.ts';
import { useLeaveWarning } from '../../signing/use-leave-warning.ts';
import { useElementWidth } from '../../ui/use-element-width.ts';
import { Icon, type IconName } from '../parts/icon.tsx';
import type { Sheet } from '../parts/use-pages.ts';
import { useRouter } from '../router.tsx';
import { boxKeys } from './box-keys.ts';
import type { Draft } from './draft.ts';
import { EditorBar } from './editor-bar.tsx';
import { FieldPanel } from './field-panel.tsx';
import { freePlace, naturalRect } from './geometry.ts';
import { Palette } from './palette.tsx';
import { PeoplePanel } from './people-panel.tsx';
import { PlacesDialog } from './places-dialog.tsx';
import { Stage } from './stage.tsx';
import { Thumbnails } from './thumbnails.tsx';
import { type DraftEditor, useDraftEditor } from './use-draft-editor.ts';
import { useEditorKeys } from './use-editor-keys.ts';
import { useGestures } from './use-gestures.ts';
import { usePageInView } from './use-page-in-view.ts';
import { useToggle } from './use-toggle.ts';
import { useZoom } from './use-zoom.ts';
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
  /** Where recipients can sign with their own keys; absent or null if nowhere. */
  signatureProvider?: string | null;
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
/** Maximum width of a page at zoom 1, in CSS pixels. */
const pageWidth = 820;

/** Edits people and fields over the pages of a PDF. */
export function Editor(props: EditorProps) {
  const { title, back, initial, source, sheets, isTest, isTemplate } = props;
  const [announcement, announce] = useAnnouncement();
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
  const selectsSeveral = useToggle(false);
  const { gesture, startNew } = useGestures(stage, editor, sheets, announce, selectsSeveral.isOn);
  const zoom = useZoom();
  const [panel, setPanel] = useState<Panel | null>(
    initial.people.length === 0 || initial.boxes.length > 0 ? 'people' : 'fields',
  );
  const room = useElementWidth(stage);
  const width = Math.floor(Math.min(room - 24, pageWidth) * zoom.level);
  const view = usePageInView(stage);
  const hasSeveralPages = sheets.length > 1;
  const thumbnails = useToggle(hasSeveralPages);
  const [findsPlaces, setFindsPlaces] = useState(false);
  useUnsavedGuard(editor.saving.state !== 'saved');
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

  const onBoxKey = boxKeys(editor, sheets, {
    announce,
    onRemoved: () => heading.current?.focus(),
    onSettings: () => {
      setPanel('settings');
      requestAnimationFrame(() =>
        settings.current?.querySelector<HTMLElement>('select, input, textarea')?.focus(),
      );
    },
  });
  const pageInView = () => view.measure().page;
  useEditorKeys(editor, pageInView);

  return (
    <div className="c-editor" data-panel={panel ?? 'none'} data-pages={thumbnails.isOn ? 'shown' : 'hidden'}>
      <div className="c-editor-head">
        <EditorBar
          title={title}
          back={back}
          heading={heading}
          autosave={props.autosave}
          editor={editor}
          pageInView={pageInView}
          zoom={zoom}
          selectsSeveral={selectsSeveral}
          thumbnails={hasSeveralPages ? thumbnails : null}
          actions={props.actions(editor)}
        />
        {props.notice}
      </div>
      <aside className="c-editor-left" aria-label="People and fields">
        <section className="c-panel c-panel-people" aria-label={isTemplate ? 'Roles' : 'People'}>
          <h2 className="c-panel-title">{isTemplate ? 'Roles' : 'Recipients'}</h2>
          <PeoplePanel
            editor={editor}
            isTemplate={isTemplate}
            signatureProvider={props.signatureProvider ?? null}
          />
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
      {hasSeveralPages && (
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
      <PanelTabs shown={panel} hasSeveralPages={hasSeveralPages} onChoose={setPanel} />
      {findsPlaces && (
        <PlacesDialog editor={editor} source={source} sheets={sheets} onClose={() => setFindsPlaces(false)} />
      )}
      <p className="visually-hidden" aria-live="polite">
        {announcement}
      </p>
    </div>
  );
}

/** Buttons of a narrow screen, which has room for one panel at a time. */
function PanelTabs({
  shown,
  hasSeveralPages,
  onChoose,
}: {
  shown: Panel | null;
  hasSeveralPages: boolean;
  onChoose: (panel: Panel | null) => void;
}) {
  return (
    <div className="c-editor-tabs" role="toolbar" aria-label="Panels">
      {panels
        .filter(([name]) => name !== 'pages' || hasSeveralPages)
        .map(([name, label, icon]) => (
          <button
            key={name}
            type="button"
            aria-pressed={shown === name}
            onClick={() => onChoose(shown === name ? null : name)}
          >
            <Icon name={icon} />
            {label}
          </button>
        ))}
    </div>
  );
}

/** The text that screen readers hear, and a function that sets it. The same text twice is read twice. */
function useAnnouncement(): [string, (text: string) => void] {
  const [announcement, setAnnouncement] = useState('');
  const announce = useCallback(
    (text: string) => setAnnouncement((known) => (known === text ? `${text}\u00a0` : text)),
    [],
  );
  return [announcement, announce];
}

/** Asks before the page is left with unsaved changes. */
function useUnsavedGuard(isUnsaved: boolean): void {
  const { guard } = useRouter();
  useLeaveWarning(isUnsaved);
  useEffect(() => {
    guard(isUnsaved ? () => confirm('Some changes are not saved yet. Leave anyway?') : null);
    return () => guard(null);
  }, [guard, isUnsaved]);
}
