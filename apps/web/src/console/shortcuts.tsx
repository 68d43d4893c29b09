/** Keyboard shortcuts of the whole console, and the dialog that lists them. */
import { useEffect, useState } from 'react';
import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { type Command, CommandPalette } from './command-palette.tsx';
import { Tick } from './parts/controls.tsx';
import { useRouter } from './router.tsx';

const isApple = /Mac|iPhone|iPad/.test(navigator.platform);
const paletteKeys = isApple ? '⌘ K' : 'Ctrl K';
const disabledKey = 'countersign.single-keys-off';

/** Single keys can be switched off: speech input would trigger them by accident (WCAG 2.2, 2.1.4). */
function singleKeysAreOn(): boolean {
  try {
    return localStorage.getItem(disabledKey) === null;
  } catch {
    return true;
  }
}

function switchSingleKeys(on: boolean): void {
  try {
    if (on) localStorage.removeItem(disabledKey);
    else localStorage.setItem(disabledKey, '1');
  } catch {
    // Without storage they stay on.
  }
}

const typesText = 'input, select, textarea, [contenteditable], [role=menu]';

const isPaletteKey = (event: KeyboardEvent): boolean =>
  (isApple ? event.metaKey : event.ctrlKey) && event.key.toLowerCase() === 'k';

/** The key, or an empty text while the person types or has switched single keys off. */
function singleKeyOf(event: KeyboardEvent): string {
  const isTyping = event.target instanceof Element && event.target.closest(typesText) !== null;
  const isSingle = !event.ctrlKey && !event.metaKey && !event.altKey;
  return isSingle && !isTyping && event.key.length === 1 && singleKeysAreOn() ? event.key : '';
}

export const searchBoxId = 'search-documents';

/** True after `/` was pressed on another page: the list of documents then starts in its search box. */
let startsInSearch = false;
export function takeSearchFocus(): boolean {
  const wanted = startsInSearch;
  startsInSearch = false;
  return wanted;
}

/** Listens for the shortcuts. `commands` are those of the palette. On the preparation page `/` does not leave the page. */
export function Shortcuts({ commands, isStage }: { commands: readonly Command[]; isStage: boolean }) {
  const { go } = useRouter();
  const [shown, setShown] = useState<'palette' | 'keys' | null>(null);

  useEffect(() => {
    const shortcuts: Record<string, () => void> = {
      palette: () => setShown('palette'),
      '?': () => setShown('keys'),
      '/': () => {
        const box = document.getElementById(searchBoxId);
        if (box) return box.focus();
        startsInSearch = true;
        go('/documents');
      },
    };
    const press = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.isComposing || document.querySelector('dialog[open]')) return;
      const run = shortcuts[isPaletteKey(event) ? 'palette' : singleKeyOf(event)];
      if (!run || (isStage && event.key === '/')) return;
      event.preventDefault();
      run();
    };
    addEventListener('keydown', press);
    return () => removeEventListener('keydown', press);
  }, [go, isStage]);

  const close = () => setShown(null);
  if (shown === 'palette')
    return (
      <CommandPalette
        commands={[...commands, { label: 'Keyboard shortcuts', icon: 'info', run: () => setShown('keys') }]}
        onClose={close}
      />
    );
  return shown === 'keys' && <KeysDialog onClose={close} />;
}

function KeysDialog({ onClose }: { onClose: () => void }) {
  const [on, setOn] = useState(singleKeysAreOn);
  return (
    <Dialog title="Keyboard shortcuts" onClose={onClose}>
      <dl className="c-keys">
        <dt>{paletteKeys}</dt>
        <dd>Go to a page or run a command</dd>
        <dt>/</dt>
        <dd>Search documents</dd>
        <dt>?</dt>
        <dd>Show this list</dd>
      </dl>
      <p className="hint">The page for preparing documents lists its own shortcuts.</p>
      <Tick
        label="Use single keys"
        hint="Switch them off if you use speech input."
        checked={on}
        onChange={(event) => {
          setOn(event.currentTarget.checked);
          switchSingleKeys(event.currentTarget.checked);
        }}
      />
      <div className="button-row dialog-actions">
        <Button look="primary" onClick={onClose}>
          Close
        </Button>
      </div>
    </Dialog>
  );
}
