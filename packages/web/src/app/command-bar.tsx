import { Autocomplete } from '@base-ui/react/autocomplete';
import { useNavigate } from '@tanstack/react-router';
import { Activity, Import, Inbox, Keyboard, Plus, Search, Settings, Workflow } from 'lucide-react';
import type { LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import { useRuns } from '../data/runs.ts';
import { useWaits, waitTitle } from '../data/waits.ts';
import { useWorkflows } from '../data/workflows.ts';
import { Kbd } from '../design/kbd.tsx';
import { Modal } from '../design/modal.tsx';
import { places } from './places.ts';
import { shortId } from '../viewers/short-id.ts';

interface CommandBarProps {
  readonly isOpen: boolean;
  readonly onOpenChange: (isOpen: boolean) => void;
  readonly onShowKeys: () => void;
}

interface Command {
  readonly label: string;
  readonly icon: LucideIcon;
  readonly hint?: string;
  readonly act: () => void;
}

export function CommandBar({ isOpen, onOpenChange, onShowKeys }: CommandBarProps): ReactNode {
  return (
    <Modal isOpen={isOpen} onOpenChange={onOpenChange} title="Command bar" isBare>
      <CommandSearch
        onDone={() => onOpenChange(false)}
        onShowKeys={() => {
          onOpenChange(false);
          onShowKeys();
        }}
      />
    </Modal>
  );
}

interface CommandSearchProps {
  readonly onDone: () => void;
  readonly onShowKeys: () => void;
}

function CommandSearch({ onDone, onShowKeys }: CommandSearchProps): ReactNode {
  const commands = useCommands(onShowKeys);
  return (
    <Autocomplete.Root
      open
      inline
      items={commands}
      itemToStringValue={(command: Command) => command.label}
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
      <Autocomplete.List className="max-h-80 overflow-auto p-2">
        {(command: Command) => (
          <CommandItem key={command.label} command={command} onDone={onDone} />
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
  const { label, icon: Icon, hint, act } = command;
  return (
    <Autocomplete.Item
      value={command}
      onClick={() => {
        onDone();
        act();
      }}
      className="flex h-10 items-center gap-3 rounded-md px-2.5 text-sm data-highlighted:bg-accent-soft data-highlighted:text-accent-text"
    >
      <Icon size={16} aria-hidden className="shrink-0" />
      <span className="min-w-0 truncate">{label}</span>
      {hint !== undefined && (
        <span className="ml-auto">
          <Kbd>{hint}</Kbd>
        </span>
      )}
    </Autocomplete.Item>
  );
}

const shownMax = 20;

const settingsTabs = [
  { tab: 'models', label: 'models and secrets' },
  { tab: 'tools', label: 'MCP servers and tools' },
  { tab: 'keys', label: 'API keys' },
  { tab: 'triggers', label: 'triggers' },
  { tab: 'you', label: 'appearance and account' },
];

function useCommands(onShowKeys: () => void): readonly Command[] {
  const navigate = useNavigate();
  const workflows = useWorkflows().data?.items ?? [];
  const waits = useWaits().data?.items ?? [];
  const runs = useRuns({}).data?.items ?? [];
  return [
    ...places.map(({ label, icon, key, to }) => ({
      label: `Go to ${label.toLowerCase()}`,
      icon,
      hint: `G ${key}`,
      act: () => void navigate({ to }),
    })),
    {
      label: 'New workflow',
      icon: Plus,
      act: () => void navigate({ to: '/workflows', search: { open: 'new' } }),
    },
    {
      label: 'Import a workflow',
      icon: Import,
      act: () => void navigate({ to: '/workflows', search: { open: 'import' } }),
    },
    { label: 'Show all keys', icon: Keyboard, hint: '?', act: onShowKeys },
    ...settingsTabs.map(({ tab, label }) => ({
      label: `Settings: ${label}`,
      icon: Settings,
      act: () => void navigate({ to: '/settings', search: { tab } }),
    })),
    ...workflows.slice(0, shownMax).map(({ id, name }) => ({
      label: `Open ${name} (${id.slice(0, 8)})`,
      icon: Workflow,
      act: () => void navigate({ to: '/workflows/$id', params: { id } }),
    })),
    ...waits.slice(0, shownMax).map((wait) => ({
      label: `Answer: ${waitTitle(wait)} (${wait.id.slice(0, 8)})`,
      icon: Inbox,
      act: () => void navigate({ to: '/inbox', search: { wait: wait.id } }),
    })),
    ...runs.slice(0, shownMax).map(({ id, workflow }) => ({
      label: `Run ${shortId(id)} of ${workflow.name ?? workflow.id}`,
      icon: Activity,
      act: () => void navigate({ to: '/runs/$id', params: { id } }),
    })),
  ];
}
