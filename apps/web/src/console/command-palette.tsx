/** A dialog that finds pages and commands by what is typed (WAI-ARIA combobox with a list box). */
import { type KeyboardEvent, useId, useState } from 'react';
import { Dialog } from '../ui/dialog.tsx';
import { Icon, type IconName } from './parts/icon.tsx';
import { useRouter } from './router.tsx';

export interface Command {
  label: string;
  icon: IconName;
  run: () => void;
}

/** The palette. It closes before a command runs. */
export function CommandPalette({ commands, onClose }: { commands: readonly Command[]; onClose: () => void }) {
  const { go } = useRouter();
  const id = useId();
  const [text, setText] = useState('');
  const [chosen, setChosen] = useState(0);
  const wanted = text.trim();
  const parts = wanted.toLowerCase().split(/\s+/);
  const found: Command[] = commands.filter(({ label }) =>
    parts.every((part) => label.toLowerCase().includes(part)),
  );
  if (wanted)
    found.push({
      label: `Search documents for “${wanted}”`,
      icon: 'search',
      run: () => go(`/documents?${new URLSearchParams({ q: wanted })}`),
    });
  const current = Math.min(chosen, found.length - 1);

  const run = (command: Command | undefined) => {
    if (!command) return;
    onClose();
    command.run();
  };
  const press = (event: KeyboardEvent) => {
    if (event.key === 'ArrowDown') setChosen((current + 1) % found.length);
    else if (event.key === 'ArrowUp') setChosen((current - 1 + found.length) % found.length);
    else if (event.key === 'Enter' && !event.nativeEvent.isComposing) run(found[current]);
    else return;
    event.preventDefault();
  };

  return (
    <Dialog title="Go to a page or run a command" onClose={onClose} className="c-palette">
      <input
        className="input"
        role="combobox"
        aria-label="Page or command"
        aria-expanded="true"
        aria-controls={`${id}-list`}
        aria-activedescendant={`${id}-${current}`}
        autoComplete="off"
        spellCheck={false}
        value={text}
        onChange={(event) => {
          setText(event.currentTarget.value);
          setChosen(0);
        }}
        onKeyDown={press}
      />
      <div id={`${id}-list`} role="listbox" aria-label="Pages and commands" className="c-palette-list">
        {found.map((command, index) => (
          // biome-ignore lint/a11y/useKeyWithClickEvents: the input handles the keys
          <div
            key={command.label}
            ref={index === current ? (element) => element?.scrollIntoView({ block: 'nearest' }) : undefined}
            id={`${id}-${index}`}
            role="option"
            tabIndex={-1}
            aria-selected={index === current}
            onClick={() => run(command)}
          >
            <Icon name={command.icon} />
            {command.label}
          </div>
        ))}
      </div>
    </Dialog>
  );
}
