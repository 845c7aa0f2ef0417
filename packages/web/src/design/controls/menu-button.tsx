import { Menu } from '@base-ui/react/menu';
import type { LucideIcon } from 'lucide-react';
import type { ReactElement, ReactNode } from 'react';
import { classNames } from '../class-names.ts';

export interface MenuEntry {
  readonly label: string;
  readonly icon?: LucideIcon;
  readonly onSelect: () => void;
  readonly isDangerous?: boolean;
}

interface MenuButtonProps {
  readonly trigger: ReactElement;
  readonly entries: readonly MenuEntry[];
}

export function MenuButton({ trigger, entries }: MenuButtonProps): ReactNode {
  return (
    <Menu.Root>
      <Menu.Trigger render={trigger} />
      <Menu.Portal>
        <Menu.Positioner sideOffset={4} align="end" className="z-50">
          <Menu.Popup className="pop min-w-44 rounded-lg border border-line bg-raised p-1 shadow-3">
            {entries.map(({ label, icon: Icon, onSelect, isDangerous }) => (
              <Menu.Item
                key={label}
                onClick={onSelect}
                className={classNames(
                  'flex h-8 items-center gap-2 rounded-sm px-2 text-sm outline-none data-highlighted:bg-sunken',
                  isDangerous && 'text-bad-text',
                )}
              >
                {Icon && <Icon size={16} aria-hidden className="text-text-3" />}
                {label}
              </Menu.Item>
            ))}
          </Menu.Popup>
        </Menu.Positioner>
      </Menu.Portal>
    </Menu.Root>
  );
}
