/** The pages with their fields. */
import { memo, type RefObject, useCallback, useRef } from 'react';
import { PageView } from '../../signing/pages/page-view.tsx';
import type { PdfSource } from '../../signing/pages/pdf-source.ts';
import { Icon } from '../parts/icon.tsx';
import { colorOf } from '../parts/person-color.ts';
import type { Sheet } from '../parts/use-pages.ts';
import { fieldWords } from '../words.ts';
import type { Box, Person } from './draft.ts';
import type { Handle } from './geometry.ts';
import type { Gesture } from './gestures/context.ts';
import type { DraftEditor } from './use-draft-editor.ts';

const handles: readonly Handle[] = ['nw', 'n', 'ne', 'e', 'se', 's', 'sw', 'w'];

/** All pages; the widest has `width` CSS pixels. `onBoxKey` receives keys pressed on a field. */
export function Stage({
  stage,
  source,
  sheets,
  width,
  editor,
  gesture,
  isTest,
  onBoxKey,
}: {
  stage: RefObject<HTMLDivElement | null>;
  source: PdfSource;
  sheets: readonly Sheet[];
  width: number;
  editor: DraftEditor;
  gesture: Gesture;
  isTest: boolean;
  onBoxKey: (event: React.KeyboardEvent, box: Box) => void;
}) {
  const { draft, selected } = editor;
  const shown = draft.boxes.map((box) => gesture.moved.get(box.key) ?? box);
  const latest = useRef({ editor, onBoxKey });
  latest.current = { editor, onBoxKey };
  const onKey = useCallback(
    (event: React.KeyboardEvent, box: Box) => latest.current.onBoxKey(event, box),
    [],
  );
  const onFocus = useCallback((key: string) => {
    const { editor: now } = latest.current;
    if (!now.selected.has(key)) now.select([key]);
  }, []);
  const most = widest(sheets);
  return (
    <div ref={stage} className="c-stage">
      {width > 0 &&
        sheets.map((sheet, index) => (
          <SheetView
            // biome-ignore lint/suspicious/noArrayIndexKey: pages are identified by their number
            key={index}
            source={source}
            sheet={sheet}
            number={index + 1}
            total={sheets.length}
            width={Math.round((width * sheet.width) / most)}
            isTest={isTest}
            boxes={shown.filter((box) => box.page === index + 1)}
            people={draft.people}
            selected={selected}
            guides={gesture.guides.filter((guide) => guide.page === index + 1)}
            frame={gesture.frame?.page === index + 1 ? gesture.frame : null}
            onKey={onKey}
            onFocus={onFocus}
          />
        ))}
      {gesture.ghost && (
        <span
          className="c-ghost"
          style={{
            left: gesture.ghost.x,
            top: gesture.ghost.y,
            width: gesture.ghost.width,
            height: gesture.ghost.height,
            ['--c' as string]: colorOf(draft.people.findIndex(({ key }) => key === editor.person?.key)),
          }}
        >
          {fieldWords[gesture.ghost.type].label}
        </span>
      )}
    </div>
  );
}

interface SheetProps {
  source: PdfSource;
  sheet: Sheet;
  number: number;
  total: number;
  width: number;
  isTest: boolean;
  boxes: readonly Box[];
  people: readonly Person[];
  selected: ReadonlySet<string>;
  guides: Gesture['guides'];
  frame: Gesture['frame'];
  onKey: (event: React.KeyboardEvent, box: Box) => void;
  onFocus: (key: string) => void;
}

const sameItems = <T,>(one: readonly T[], other: readonly T[]): boolean =>
  one.length === other.length && one.every((item, index) => item === other[index]);

/** Whether a page would look the same. While a field moves on one page, the others are not rendered again. */
function looksSame(one: SheetProps, other: SheetProps): boolean {
  return (
    one.source === other.source &&
    one.width === other.width &&
    one.total === other.total &&
    one.people === other.people &&
    one.frame === other.frame &&
    one.guides.length + other.guides.length === 0 &&
    sameItems(one.boxes, other.boxes) &&
    (one.selected === other.selected || one.boxes.length === 0)
  );
}

/** One page with its fields. */
const SheetView = memo(function SheetView(props: SheetProps) {
  const { source, sheet, number, total, width, isTest, boxes, people, selected, guides, frame } = props;
  return (
    <PageView
      source={source}
      number={number}
      total={total}
      width={width}
      aspect={sheet.height / sheet.width}
      watermark={isTest ? 'TEST' : null}
    >
      <div className="c-sheet" data-sheet={number}>
        {boxes.map((box) => (
          <BoxView
            key={box.key}
            box={box}
            people={people}
            isSelected={selected.has(box.key)}
            isAlone={selected.size === 1}
            onKey={props.onKey}
            onFocus={() => props.onFocus(box.key)}
          />
        ))}
        {guides.map(({ axis, at }) => (
          <span
            key={`${axis}${at}`}
            className={`c-guide c-guide-${axis}`}
            style={axis === 'x' ? { left: `${at * 100}%` } : { top: `${at * 100}%` }}
          />
        ))}
        {frame && (
          <span
            className="c-frame"
            style={{
              left: `${frame.x * 100}%`,
              top: `${frame.y * 100}%`,
              width: `${frame.w * 100}%`,
              height: `${frame.h * 100}%`,
            }}
          />
        )}
      </div>
    </PageView>
  );
}, looksSame);

const widest = (sheets: readonly Sheet[]): number => Math.max(...sheets.map(({ width }) => width));

/** A fraction of the page as a percentage for screen readers. */
const percent = (value: number): string => `${Math.round(value * 100)} %`;

function BoxView({
  box,
  people,
  isSelected,
  isAlone,
  onKey,
  onFocus,
}: {
  box: Box;
  people: readonly Person[];
  isSelected: boolean;
  isAlone: boolean;
  onKey: (event: React.KeyboardEvent, box: Box) => void;
  onFocus: () => void;
}) {
  const index = people.findIndex(({ key }) => key === box.person);
  const { label, icon } = fieldWords[box.type];
  const owner = index < 0 ? 'nobody yet' : people[index]!.name || `person ${index + 1}`;
  const about = [
    box.name ? `${label} ${box.name}` : label,
    `for ${owner}`,
    box.read_only ? 'read-only' : box.required ? 'required' : 'optional',
    ...(box.visible_if ? ['shown under a condition'] : []),
    `page ${box.page}, ${percent(box.x)} from the left, ${percent(box.y)} from the top`,
  ].join(', ');
  return (
    <div
      className={`c-box ${isSelected ? 'c-box-selected' : ''} ${box.read_only ? 'c-box-fixed' : ''}`}
      data-box={box.key}
      style={{
        left: percentOf(box.x),
        top: percentOf(box.y),
        width: percentOf(box.w),
        height: percentOf(box.h),
        ['--c' as string]: colorOf(index),
      }}
    >
      <button
        type="button"
        className="c-box-button"
        aria-label={about}
        aria-pressed={isSelected}
        onFocus={onFocus}
        onKeyDown={(event) => onKey(event, box)}
      >
        {box.type !== 'checkbox' && (
          <span className="c-box-label">
            <Icon name={icon} />
            <span>{box.prefill_value || box.name || label}</span>
            {box.required && !box.read_only && <span className="c-box-star">*</span>}
            {box.visible_if && <span className="c-box-if" aria-hidden="true" />}
          </span>
        )}
      </button>
      {isSelected &&
        isAlone &&
        handles.map((handle) => <i key={handle} data-handle={handle} aria-hidden="true" />)}
    </div>
  );
}

const percentOf = (value: number): string => `${value * 100}%`;
