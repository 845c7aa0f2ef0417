import { useNavigate } from '@tanstack/react-router';
import {
  Activity,
  Import,
  Inbox,
  Keyboard,
  LayoutTemplate,
  MessagesSquare,
  Play,
  Plus,
  Settings,
  SunMoon,
  Workflow,
  type LucideIcon,
} from 'lucide-react';
import { useRuns } from '../data/runs.ts';
import { useRefusal } from '../data/session.ts';
import { useThreadAgents, useThreads } from '../data/threads.ts';
import { useWaits, waitTitle } from '../data/waits.ts';
import { useWorkflows } from '../data/workflows.ts';
import { useDebounced } from '../form/expressions/use-debounced.ts';
import { shortId } from '../text/short-id.ts';
import { visibleText } from '../text/visible-text.ts';
import { places } from './places.ts';
import { applyTheme } from '../design/theme.ts';

export interface Command {
  readonly id: string;
  readonly label: string;
  /** Distinguishes it from others with the same name; also searched. */
  readonly detail?: string;
  readonly icon: LucideIcon;
  /** The shortcut for it. */
  readonly hint?: string;
  readonly act: () => void;
}

export interface CommandGroup {
  readonly value: string;
  readonly items: readonly Command[];
}

const settingsTabs = [
  { tab: 'models', label: 'models and secrets' },
  { tab: 'tools', label: 'MCP servers and tools' },
  { tab: 'keys', label: 'API keys' },
  { tab: 'triggers', label: 'triggers' },
  { tab: 'you', label: 'appearance and account' },
];

interface CommandOptions {
  /** How many questions, workflows, chats and runs are offered at most, each. */
  readonly eachMax: number;
  /** What is looked for; the server looks for it among all chats. */
  readonly text: string;
  readonly onShowShortcuts: () => void;
}

/** Everything the command bar offers; empty groups are left out. */
export function useCommands({
  eachMax,
  text,
  onShowShortcuts,
}: CommandOptions): readonly CommandGroup[] {
  const actions = useActions(onShowShortcuts);
  const pages = usePages();
  const things = useThings({ eachMax, text });
  return [{ value: 'Actions', items: actions }, ...things, { value: 'Go to', items: pages }].filter(
    ({ items }) => items.length > 0,
  );
}

function useActions(onShowShortcuts: () => void): readonly Command[] {
  const navigate = useNavigate();
  const open = (dialog: 'new' | 'import' | 'templates') => () =>
    void navigate({ to: '/workflows', search: { open: dialog } });
  const mayWrite = useRefusal('write') === null;
  const making: readonly Command[] = [
    { id: 'new', label: 'New workflow', icon: Plus, act: open('new') },
    {
      id: 'templates',
      label: 'Start from a template',
      icon: LayoutTemplate,
      act: open('templates'),
    },
    { id: 'import', label: 'Import workflows', icon: Import, act: open('import') },
  ];
  return [
    ...(mayWrite ? making : []),
    { id: 'dark', label: 'Dark theme', icon: SunMoon, act: () => applyTheme('dark') },
    { id: 'light', label: 'Light theme', icon: SunMoon, act: () => applyTheme('light') },
    {
      id: 'keys',
      label: 'Show keyboard shortcuts',
      icon: Keyboard,
      hint: '?',
      act: onShowShortcuts,
    },
  ];
}

function usePages(): readonly Command[] {
  const navigate = useNavigate();
  return [
    ...places.map(({ label, icon, key, to }) => ({
      id: to,
      label,
      icon,
      hint: `G ${key}`,
      act: () => void navigate({ to }),
    })),
    ...settingsTabs.map(({ tab, label }) => ({
      id: tab,
      label: `Settings: ${label}`,
      icon: Settings,
      act: () => void navigate({ to: '/settings', search: { tab } }),
    })),
  ];
}

interface Sought {
  readonly eachMax: number;
  readonly text: string;
}

const typingMs = 250;

function useThings({ eachMax, text }: Sought): readonly CommandGroup[] {
  const sought = useDebounced(text, typingMs);
  const navigate = useNavigate();
  const waits = useWaits().data ?? [];
  const workflows = useWorkflows().data?.items ?? [];
  const runs = useRuns({}).data?.items ?? [];
  const threads = (useThreads(sought).data?.pages ?? []).flatMap(({ items }) => items);
  const agents = useThreadAgents().data?.items ?? [];
  return [
    {
      value: 'Questions',
      items: waits.slice(0, eachMax).map((wait) => ({
        id: wait.id,
        label: visibleText(waitTitle(wait)),
        detail: visibleText(wait.workflow.name ?? wait.workflow.id),
        icon: Inbox,
        act: () => void navigate({ to: '/inbox', search: { wait: wait.id } }),
      })),
    },
    {
      value: 'Workflows',
      items: workflows.slice(0, eachMax).map(({ id, name, dialect }) => ({
        id,
        label: visibleText(name),
        detail: dialect,
        icon: Workflow,
        act: () => void navigate({ to: '/workflows/$id', params: { id } }),
      })),
    },
    {
      value: 'Run a workflow',
      items: workflows.slice(0, eachMax).map(({ id, name, dialect }) => ({
        id: `run ${id}`,
        label: `Run ${visibleText(name)}`,
        detail: dialect,
        icon: Play,
        act: () => void navigate({ to: '/workflows/$id', params: { id }, search: { open: 'run' } }),
      })),
    },
    {
      value: 'Chats',
      items: threads.slice(0, eachMax).map(({ agent, thread, title }) => ({
        id: `${agent}/${thread}`,
        label: visibleText(title) || 'No words',
        detail: visibleText(agents.find(({ id }) => id === agent)?.name ?? agent),
        icon: MessagesSquare,
        act: () => void navigate({ to: '/threads', search: { agent, thread } }),
      })),
    },
    {
      value: 'Runs',
      items: runs.slice(0, eachMax).map(({ id, workflow, status }) => ({
        id,
        label: `Run of ${visibleText(workflow.name ?? workflow.id)}`,
        detail: `${status} · ${shortId(id)}`,
        icon: Activity,
        act: () => void navigate({ to: '/runs/$id', params: { id } }),
      })),
    },
  ];
}
