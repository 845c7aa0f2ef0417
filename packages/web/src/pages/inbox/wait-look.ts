import { isObject } from '@skein/kernel';
import {
  CircleHelp,
  Coins,
  Hand,
  LogIn,
  UserCheck,
  Webhook,
  Wrench,
  type LucideIcon,
} from 'lucide-react';
import type { Wait } from '../../data/waits.ts';

export const waitFilters = ['All', 'Approvals', 'Questions', 'Tools', 'Limits'] as const;
export type WaitFilter = (typeof waitFilters)[number];

function isToolCall({ kind, data }: Wait): boolean {
  return kind === 'approval' && isObject(data) && typeof data['tool'] === 'string';
}

export function filterOf(wait: Wait): WaitFilter {
  if (wait.kind === 'limit') return 'Limits';
  if (isToolCall(wait) || wait.kind === 'outcome') return 'Tools';
  return wait.kind === 'approval' ? 'Approvals' : 'Questions';
}

export function lookOf(wait: Wait): { readonly icon: LucideIcon; readonly word: string } {
  if (isToolCall(wait)) return { icon: Wrench, word: 'Tool call' };
  switch (wait.kind) {
    case 'approval':
      return { icon: UserCheck, word: 'Approval' };
    case 'auth':
      return { icon: LogIn, word: 'Sign-in' };
    case 'limit':
      return { icon: Coins, word: 'Limit' };
    case 'handoff':
      return { icon: Hand, word: 'Hand-off' };
    case 'event':
      return { icon: Webhook, word: 'Event' };
    case 'outcome':
      return { icon: Wrench, word: 'Outcome' };
    default:
      return { icon: CircleHelp, word: 'Question' };
  }
}
