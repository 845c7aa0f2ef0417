import {
  Activity,
  Gauge,
  Inbox,
  MessagesSquare,
  Settings,
  Workflow,
  type LucideIcon,
} from 'lucide-react';

export interface Place {
  readonly to: '/workflows' | '/runs' | '/inbox' | '/threads' | '/evaluations' | '/settings';
  readonly label: string;
  readonly icon: LucideIcon;
  /** The key that goes there after G. */
  readonly key: string;
  /** Phones have no room for it in their bar; the search finds it. */
  readonly isRare?: true;
}

export const places: readonly Place[] = [
  { to: '/workflows', label: 'Workflows', icon: Workflow, key: 'W' },
  { to: '/runs', label: 'Runs', icon: Activity, key: 'R' },
  { to: '/inbox', label: 'Inbox', icon: Inbox, key: 'I' },
  { to: '/threads', label: 'Chat', icon: MessagesSquare, key: 'C' },
  { to: '/evaluations', label: 'Evaluations', icon: Gauge, key: 'E', isRare: true },
  { to: '/settings', label: 'Settings', icon: Settings, key: 'S' },
];
