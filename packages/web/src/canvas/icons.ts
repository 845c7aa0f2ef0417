import { isNativeType, type NativeType } from '@skein/kernel';
import {
  Archive,
  Bell,
  Bot,
  CalendarClock,
  CircleX,
  Code,
  Database,
  Flag,
  Group,
  GitMerge,
  Globe,
  Hand,
  ListPlus,
  ListTree,
  MessageSquare,
  OctagonX,
  Play,
  Repeat,
  Reply,
  Shuffle,
  Split,
  SquareFunction,
  Table2,
  UserCheck,
  Webhook,
  Workflow,
  Wrench,
  type LucideIcon,
} from 'lucide-react';
import type { AgentGraphNodeType, DataflowType } from '@skein/dialects';
import type { Family } from '../graph/sketch.ts';
import { families } from './families.ts';

const nativeIcons: Readonly<Record<NativeType, LucideIcon>> = {
  start: Play,
  agent: Bot,
  llm: MessageSquare,
  if: Split,
  switch: Shuffle,
  partition: ListTree,
  join: GitMerge,
  map: Repeat,
  subworkflow: Workflow,
  delay: CalendarClock,
  respond: Reply,
  fail: CircleX,
  stop: OctagonX,
  end: Flag,
  tool: Wrench,
  http: Globe,
  function: SquareFunction,
  code: Code,
  transform: Database,
  set: ListPlus,
  data: Table2,
  store: Archive,
  emit: Bell,
  approval: UserCheck,
  input: UserCheck,
  event: Webhook,
};

/** Types of other dialects whose family has an icon that says less. */
const otherIcons: Readonly<
  Partial<Record<DataflowType | AgentGraphNodeType | 'END' | 'group', LucideIcon>>
> = {
  parallelJoin: GitMerge,
  intentRouter: Shuffle,
  chat: MessageSquare,
  HUMAN_HANDOFF: Hand,
  END: Flag,
  group: Group,
};

const icons: ReadonlyMap<string, LucideIcon> = new Map(Object.entries(otherIcons));

/** The icon of a node type; full names of dialects (`dataflow.chat`) count as their own ones. */
export function iconOf(family: Family, type: string): LucideIcon {
  const name = type.replace(/^[a-z-]+\./, '');
  return isNativeType(name) ? nativeIcons[name] : (icons.get(name) ?? families[family].icon);
}
