import { Autocomplete } from '@base-ui/react/autocomplete';
import { Search } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import { Kbd } from '../design/keyboard/kbd.tsx';
import { Modal } from '../design/dialogs/modal.tsx';
import { useCommands, type Command, type CommandGroup } from './use-commands.ts';

interface CommandBarProps {
  readonly isOpen: boolean;
  readonly onOpenChange: (isOpen: boolean) => void;
  readonly onShowShortcuts: () => void;
}

export function CommandBar({ isOpen, onOpenChange, onShowShortcuts }: CommandBarProps): ReactNode {
  return (
    <Modal isOpen={isOpen} onOpenChange={onOpenChange} title="Command bar" isBare>
      <CommandSearch
        onDone={() => onOpenChange(false)}
        onShowShortcuts={() => {
          onOpenChange(false);
          onShowShortcuts();
        }}
      />
    </Modal>
  );
}

/** Before anything is typed, only the newest are offered; then everything that matches. */
const offeredMax = 3;
const searchedMax = 200;

interface CommandSearchProps {
  readonly onDone: () => void;
  readonly onShowShortcuts: () => void;
}

function CommandSearch({ onDone, onShowShortcuts }: CommandSearchProps): ReactNode {
  const [text, setText] = useState('');
  const eachMax = text.trim() === '' ? offeredMax : searchedMax;
  const groups = useCommands({ eachMax, text: text.trim(), onShowShortcuts });
  return (
    <Autocomplete.Root
      open
      inline
      items={groups}
      itemToStringValue={({ label, detail = '' }: Command) => `${label} ${detail}`}
      value={text}
      onValueChange={(typed) => setText(typed)}
      autoHighlight="always"
    >
      <div className="flex h-12 shrink-0 items-center gap-3 border-b border-line px-4 text-text-3">
        <Search size={16} aria-hidden />
        <Autocomplete.Input
          aria-label="Search or run a command"
          placeholder="Search workflows, runs, commands…"
          className="min-w-0 flex-1 bg-transparent text-md text-text outline-none placeholder:text-text-3"
        />
        <Kbd>esc</Kbd>
      </div>
      <Autocomplete.Empty className="px-4 text-sm text-text-3 not-empty:py-6">
        Nothing found
      </Autocomplete.Empty>
      <Autocomplete.List className="overflow-auto p-2 empty:hidden">
        {({ value, items }: CommandGroup) => (
          <Autocomplete.Group key={value} items={items} className="not-last:mb-2">
            <Autocomplete.GroupLabel className="px-2.5 py-1 text-xs font-medium text-text-3">
              {value}
            </Autocomplete.GroupLabel>
            <Autocomplete.Collection>
              {(command: Command) => (
                <CommandItem key={command.id} command={command} onDone={onDone} />
              )}
            </Autocomplete.Collection>
          </Autocomplete.Group>
        )}
      </Autocomplete.List>
    </Autocomplete.Root>
  );
}

interface CommandItemProps {
  readonly command: Command;
  readonly onDone: () => void;
}

function CommandItem({ command, onDone }: CommandItemProps): ReactNode {
  const { label, detail, icon: Icon, hint, act } = command;
  return (
    <Autocomplete.Item
      value={command}
      onClick={() => {
        onDone();
        act();
      }}
      className="flex h-9 items-center gap-3 rounded-md px-2.5 text-sm data-highlighted:bg-accent-soft data-highlighted:text-accent-text"
    >
      <Icon size={16} aria-hidden className="shrink-0" />
      <span className="min-w-0 flex-1 truncate">{label}</span>
      {detail !== undefined && (
        <span className="max-w-[40%] truncate text-xs text-text-3 max-md:hidden">{detail}</span>
      )}
      {hint !== undefined && <Kbd>{hint}</Kbd>}
    </Autocomplete.Item>
  );
}
