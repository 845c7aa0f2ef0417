import type { LucideIcon } from 'lucide-react';

export interface MenuEntry {
  readonly label: string;
  /** What it does. */
  readonly note?: string;
  /** What it does, shown. */
  readonly example?: string;
  readonly icon?: LucideIcon;
  readonly onSelect: () => void;
  readonly isDangerous?: boolean;
}
