import { Activity, Inbox, Settings, Workflow, type LucideIcon } from 'lucide-react';

export interface Place {
  readonly to: '/workflows' | '/runs' | '/inbox' | '/settings';
  readonly label: string;
  readonly icon: LucideIcon;
  /** The key that goes there after G. */
  readonly key: string;
}

export const places: readonly Place[] = [
  { to: '/workflows', label: 'Workflows', icon: Workflow, key: 'W' },
  { to: '/runs', label: 'Runs', icon: Activity, key: 'R' },
  { to: '/inbox', label: 'Inbox', icon: Inbox, key: 'I' },
  { to: '/settings', label: 'Settings', icon: Settings, key: 'S' },
];
