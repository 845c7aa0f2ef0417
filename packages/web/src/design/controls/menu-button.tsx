import {
  cloneElement,
  lazy,
  Suspense,
  useState,
  type ComponentProps,
  type KeyboardEvent,
  type MouseEvent,
  type ReactElement,
  type ReactNode,
} from 'react';
import type { MenuEntry } from './menu-entry.ts';

// What places it is large, and no page needs it before somebody is about to open a menu.
const load = () => import('./menu-popup.tsx');
const MenuPopup = lazy(async () => ({ default: (await load()).MenuPopup }));

interface MenuButtonProps {
  readonly trigger: ReactElement<ComponentProps<'button'>>;
  readonly entries: readonly MenuEntry[];
}

export function MenuButton({ trigger, entries }: MenuButtonProps): ReactNode {
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const [isOpen, setOpen] = useState(false);
  const open = ({ currentTarget }: { readonly currentTarget: HTMLElement }) => {
    setAnchor(currentTarget);
    setOpen(true);
  };
  const button = cloneElement(trigger, {
    'aria-haspopup': 'menu',
    'aria-expanded': isOpen,
    // A failure is told when the menu is opened.
    onMouseEnter: () => void load().catch(() => {}),
    onClick: (event: MouseEvent<HTMLButtonElement>) => open(event),
    onKeyDown: (event: KeyboardEvent<HTMLButtonElement>) => {
      if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return;
      event.preventDefault();
      open(event);
    },
  });
  return (
    <>
      {button}
      <Suspense fallback={null}>
        {anchor !== null && (
          <MenuPopup anchor={anchor} isOpen={isOpen} onOpenChange={setOpen} entries={entries} />
        )}
      </Suspense>
    </>
  );
}
