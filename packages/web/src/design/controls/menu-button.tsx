import { Menu } from '@base-ui/react/menu';
import type { LucideIcon } from 'lucide-react';
import type { ReactElement, ReactNode } from 'react';
import { classNames } from '../class-names.ts';

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
          <Menu.Popup className="pop max-h-(--available-height) min-w-44 overflow-auto rounded-lg border border-line bg-raised p-1 shadow-3">
            {entries.map(({ label, note, example, icon: Icon, onSelect, isDangerous }) => (
              <Menu.Item
                key={label}
                onClick={onSelect}
                className={classNames(
                  'flex min-h-8 items-center gap-2 rounded-sm px-2 text-sm outline-none data-highlighted:bg-sunken',
                  isDangerous && 'text-bad-text',
                )}
              >
                {Icon && <Icon size={16} aria-hidden className="text-text-3" />}
                {note === undefined ? (
                  label
                ) : (
                  <span className="grid w-[min(24rem,80vw)] gap-0.5 py-1.5">
                    <span className="font-medium">{label}</span>
                    <span className="text-xs text-text-2">{note}</span>
                    {example !== undefined && (
                      <span className="line-clamp-2 font-mono text-xs break-all text-text-3">
                        {example}
                      </span>
                    )}
                  </span>
                )}
              </Menu.Item>
            ))}
          </Menu.Popup>
        </Menu.Positioner>
      </Menu.Portal>
    </Menu.Root>
  );
}
