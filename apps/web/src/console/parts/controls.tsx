/** Small controls that several pages share. */
import {
  type ComponentProps,
  type ReactNode,
  useEffect,
  useId,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import { Button } from '../../ui/button.tsx';
import { FormDialog } from './form.tsx';
import { Icon, type IconName } from './icon.tsx';

/** A select with label, hint and error. */
export function Select({
  label,
  hint,
  error,
  children,
  hideLabel = false,
  className = '',
  ...rest
}: ComponentProps<'select'> & {
  label: string;
  hint?: ReactNode;
  error?: string | null;
  hideLabel?: boolean;
}) {
  const id = useId();
  return (
    <div className={`form-row ${className}`}>
      <label htmlFor={id} className={hideLabel ? 'visually-hidden' : undefined}>
        {label}
      </label>
      <select
        {...rest}
        id={id}
        className="input"
        aria-invalid={error ? true : undefined}
        aria-describedby={
          [error && `${id}-error`, hint && `${id}-hint`].filter(Boolean).join(' ') || undefined
        }
      >
        {children}
      </select>
      {error && (
        <p id={`${id}-error`} className="error-text">
          {error}
        </p>
      )}
      {hint && (
        <p id={`${id}-hint`} className="hint">
          {hint}
        </p>
      )}
    </div>
  );
}

/** A checkbox with its label. */
export function Tick({
  label,
  hint,
  ...rest
}: ComponentProps<'input'> & { label: ReactNode; hint?: ReactNode }) {
  return (
    <label className="c-tick">
      <input {...rest} type="checkbox" />
      <span>
        {label}
        {hint && <span className="hint">{hint}</span>}
      </span>
    </label>
  );
}

/** A button with an icon. Its label is its accessible name and its tooltip. */
export function IconButton({
  icon,
  label,
  className = '',
  ...rest
}: ComponentProps<'button'> & { icon: IconName; label: string }) {
  return (
    <button {...rest} type="button" className={`c-icon-button ${className}`} aria-label={label} title={label}>
      <Icon name={icon} />
    </button>
  );
}

export interface MenuItem {
  label: string;
  icon?: IconName;
  danger?: boolean;
  onChoose: () => void;
}

/** Distances of a menu from its button and from the edges of the window, in pixels. */
const menuGap = 4;
const menuMargin = 8;

/** Puts a menu below its button, or above it if there is more room, and keeps it inside the window. */
function placeMenu(list: HTMLElement, opener: HTMLElement): void {
  list.style.maxHeight = '';
  const from = opener.getBoundingClientRect();
  const { clientWidth, clientHeight } = document.documentElement;
  const { offsetWidth: width, offsetHeight: height } = list;
  const rightmost = clientWidth - width - menuMargin;
  const left = Math.max(menuMargin, Math.min(from.right - width, rightmost));
  const below = from.bottom + menuGap;
  const fits = below + height <= clientHeight - menuMargin;
  const isBelow = fits || from.top < clientHeight - from.bottom;
  const top = isBelow ? below : Math.max(menuMargin, from.top - menuGap - height);
  list.style.left = `${left}px`;
  list.style.top = `${top}px`;
  list.style.maxHeight = `${clientHeight - menuMargin - top}px`;
}

/**
 * A button with a menu (WAI-ARIA menu button): arrows, Home, End and letters move; Escape and Tab close. The menu is in the top layer,
 * so that no table or card cuts it off.
 */
export function Menu({
  label,
  heading,
  items,
  children,
}: {
  label: string;
  /** Text above the items. */
  heading?: ReactNode;
  items: MenuItem[];
  /** The content of the button; without it three dots. */
  children?: ReactNode;
}) {
  const [isOpen, setOpen] = useState(false);
  const root = useRef<HTMLDivElement>(null);
  const opener = useRef<HTMLButtonElement>(null);
  const list = useRef<HTMLDivElement>(null);
  const id = useId();

  useLayoutEffect(() => {
    if (!isOpen) return;
    const place = () => {
      if (list.current && opener.current) placeMenu(list.current, opener.current);
    };
    if (!list.current?.matches(':popover-open')) list.current?.showPopover();
    place();
    // Captured, because the page scrolls in several elements.
    addEventListener('scroll', place, true);
    addEventListener('resize', place);
    return () => {
      removeEventListener('scroll', place, true);
      removeEventListener('resize', place);
    };
  }, [isOpen]);

  useEffect(() => {
    if (!isOpen) return;
    root.current?.querySelector<HTMLElement>('[role=menuitem]')?.focus({ preventScroll: true });
    const outside = (event: PointerEvent) => {
      if (!root.current?.contains(event.target as Node)) setOpen(false);
    };
    const left = (event: FocusEvent) => {
      if (event.relatedTarget && !root.current?.contains(event.relatedTarget as Node)) setOpen(false);
    };
    const element = root.current;
    addEventListener('pointerdown', outside);
    element?.addEventListener('focusout', left);
    return () => {
      removeEventListener('pointerdown', outside);
      element?.removeEventListener('focusout', left);
    };
  }, [isOpen]);

  const close = () => {
    setOpen(false);
    opener.current?.focus();
  };
  const onKeyDown = (event: React.KeyboardEvent) => {
    const all = [...(root.current?.querySelectorAll<HTMLElement>('[role=menuitem]') ?? [])];
    const at = all.indexOf(document.activeElement as HTMLElement);
    if (event.key === 'Tab') return setOpen(false);
    if (event.key === 'Escape') close();
    else if (event.key === 'ArrowDown') all[(at + 1) % all.length]?.focus();
    else if (event.key === 'ArrowUp') all[(at - 1 + all.length) % all.length]?.focus();
    else if (event.key === 'Home') all[0]?.focus();
    else if (event.key === 'End') all.at(-1)?.focus();
    else if (/^\S$/.test(event.key) && !event.ctrlKey && !event.metaKey && !event.altKey)
      [...all.slice(at + 1), ...all.slice(0, at + 1)]
        .find((item) => item.textContent.trim().toLowerCase().startsWith(event.key.toLowerCase()))
        ?.focus();
    else return;
    event.preventDefault();
    event.stopPropagation();
  };

  return (
    <div className="c-menu" ref={root}>
      <button
        ref={opener}
        type="button"
        className={children ? 'c-menu-opener' : 'c-icon-button'}
        aria-label={label}
        aria-haspopup="menu"
        aria-expanded={isOpen}
        aria-controls={isOpen ? id : undefined}
        onClick={() => setOpen(!isOpen)}
      >
        {children ?? <Icon name="more" />}
      </button>
      {isOpen && (
        <div
          ref={list}
          id={id}
          role="menu"
          popover="manual"
          tabIndex={-1}
          aria-label={label}
          className="c-menu-list"
          onKeyDown={onKeyDown}
        >
          {heading && (
            <div className="c-menu-head" role="none">
              {heading}
            </div>
          )}
          {items.map((item) => (
            <button
              key={item.label}
              type="button"
              role="menuitem"
              tabIndex={-1}
              className={item.danger ? 'c-menu-danger' : undefined}
              onClick={() => {
                close();
                item.onChoose();
              }}
            >
              {item.icon && <Icon name={item.icon} />}
              {item.label}
            </button>
          ))}
        </div>
      )}
    </div>
  );
}

/** Asks before an action. The dialog stays open and shows the error when it fails. */
export function Confirm({
  title,
  children,
  action,
  cancel,
  danger = false,
  onConfirm,
  onClose,
}: {
  title: string;
  children: ReactNode;
  action: string;
  cancel?: string;
  danger?: boolean;
  onConfirm: () => Promise<void>;
  onClose: () => void;
}) {
  return (
    <FormDialog
      title={title}
      action={action}
      {...(cancel && { cancel })}
      danger={danger}
      onSubmit={onConfirm}
      onClose={onClose}
    >
      {children}
    </FormDialog>
  );
}

const copyWords = { ready: 'Copy', copied: 'Copied', failed: 'Select it and copy' } as const;
const shownMilliseconds = 2500;

/** Text with a button that copies it. */
export function CopyBlock({
  text,
  label,
  secret = false,
}: {
  text: string;
  label: string;
  secret?: boolean;
}) {
  const id = useId();
  const [state, setState] = useState<'ready' | 'copied' | 'failed'>('ready');
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text);
      setState('copied');
    } catch {
      setState('failed');
    }
    setTimeout(() => setState('ready'), shownMilliseconds);
  };
  return (
    <div className={`c-copy ${secret ? 'c-copy-secret' : ''}`}>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling block must be reachable by keyboard */}
      <section id={id} tabIndex={0} aria-label={label}>
        <pre>
          <code>{text}</code>
        </pre>
      </section>
      <Button onClick={() => void copy()} aria-describedby={id}>
        <Icon name={state === 'copied' ? 'check' : 'copy'} />
        <span aria-live="polite">{copyWords[state]}</span>
      </Button>
    </div>
  );
}

/** Moves between the pages of a list. Goes to the last page when the list has become shorter. */
export function Pager({
  total,
  limit,
  offset,
  isMore = false,
  onMove,
  words = ['Newer', 'Older'],
}: {
  total: number;
  limit: number;
  offset: number;
  /** Whether there are more than `total`. */
  isMore?: boolean;
  onMove: (offset: number, replace?: boolean) => void;
  /** Labels of the buttons for the previous and the next page. */
  words?: readonly [string, string];
}) {
  const lastPage = Math.max(0, Math.ceil(total / limit) - 1) * limit;
  useEffect(() => {
    if (offset > lastPage) onMove(lastPage, true);
  }, [offset, lastPage, onMove]);
  if (total <= limit && offset === 0) return null;
  const last = Math.min(offset + limit, total);
  return (
    <nav className="c-pager" aria-label="Pages of the list">
      <p>
        {total === 0 ? 0 : offset + 1}–{last} of {total.toLocaleString('en')}
        {isMore && '+'}
      </p>
      <div className="button-row">
        <Button disabled={offset === 0} onClick={() => onMove(Math.max(0, offset - limit))}>
          {words[0]}
        </Button>
        <Button disabled={last >= total} onClick={() => onMove(offset + limit)}>
          {words[1]}
        </Button>
      </div>
    </nav>
  );
}

/** A progress bar; `share` is from 0 to 1. */
export function Progress({ share, label }: { share: number; label: string }) {
  const percent = Math.round(Math.min(1, Math.max(0, share)) * 100);
  return (
    <div className="c-progress">
      <div
        role="progressbar"
        aria-label={label}
        aria-valuenow={percent}
        aria-valuemin={0}
        aria-valuemax={100}
        className="c-progress-track"
      >
        <span style={{ width: `${percent}%` }} />
      </div>
      <p>
        {label} <span className="c-number">{percent} %</span>
      </p>
    </div>
  );
}

/** A drop target and file chooser for one file, or with `multiple` for several. Shows why a file is refused. */
export function DropZone({
  label,
  hint,
  accept,
  faultOf,
  multiple = false,
  onFile,
}: {
  label: string;
  hint: string;
  accept: string;
  multiple?: boolean;
  /** Why the file is refused, or null. */
  faultOf: (file: File) => string | null | Promise<string | null>;
  /** Called for each file that is not refused, in their order. */
  onFile: (file: File) => void;
}) {
  const id = useId();
  const [isOver, setOver] = useState(false);
  const [fault, setFault] = useState<string | null>(null);
  /** Choices are checked one after the other: an earlier one that takes longer would remove the fault of a later one. */
  const earlier = useRef(Promise.resolve());
  const take = (files: FileList | null) => {
    const chosen = [...(files ?? [])];
    if (chosen.length > 0) earlier.current = earlier.current.catch(() => undefined).then(() => check(chosen));
  };
  const check = async (chosen: File[]) => {
    if (chosen.length > 1 && !multiple) return setFault('One file at a time.');
    const faults = await Promise.all(chosen.map((file) => faultOf(file)));
    setFault(faults.find((one) => one !== null) ?? null);
    for (const [index, file] of chosen.entries()) if (faults[index] === null) onFile(file);
  };
  return (
    <div>
      <label
        htmlFor={id}
        className={`c-drop ${isOver ? 'c-drop-over' : ''}`}
        onDragOver={(event) => {
          event.preventDefault();
          setOver(true);
        }}
        onDragLeave={() => setOver(false)}
        onDrop={(event) => {
          event.preventDefault();
          setOver(false);
          take(event.dataTransfer.files);
        }}
      >
        <Icon name="upload" />
        <strong>{label}</strong>
        <span className="hint">{hint}</span>
        <input
          id={id}
          type="file"
          accept={accept}
          multiple={multiple}
          className="c-drop-input"
          onChange={(event) => {
            take(event.currentTarget.files);
            event.currentTarget.value = '';
          }}
        />
      </label>
      {fault && (
        <p className="error-text" role="alert">
          {fault}
        </p>
      )}
    </div>
  );
}
