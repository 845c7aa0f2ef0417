import { Activity, Inbox, MessagesSquare, Settings, Workflow, type LucideIcon } from 'lucide-react';

export interface Place {
  readonly to: '/workflows' | '/runs' | '/inbox' | '/threads' | '/settings';
  readonly label: string;
  readonly icon: LucideIcon;
  /** The key that goes there after G. */
  readonly key: string;
}

export const places: readonly Place[] = [
  { to: '/workflows', label: 'Workflows', icon: Workflow, key: 'W' },
  { to: '/runs', label: 'Runs', icon: Activity, key: 'R' },
  { to: '/inbox', label: 'Inbox', icon: Inbox, key: 'I' },
  { to: '/threads', label: 'Chat', icon: MessagesSquare, key: 'C' },
  { to: '/settings', label: 'Settings', icon: Settings, key: 'S' },
];
