import { Dialog } from '@base-ui/react/dialog';
import { X } from 'lucide-react';
import type { ReactNode } from 'react';
import { classNames } from './class-names.ts';
import { IconButton } from './icon-button.tsx';

interface ModalProps {
  readonly isOpen: boolean;
  readonly onOpenChange: (isOpen: boolean) => void;
  readonly title: string;
  /** Without a heading of its own, for the command bar. */
  readonly isBare?: boolean;
  readonly children: ReactNode;
  readonly className?: string;
}

export function Modal(props: ModalProps): ReactNode {
  const { isOpen, onOpenChange, title, isBare = false, children, className } = props;
  return (
    <Dialog.Root open={isOpen} onOpenChange={(next) => onOpenChange(next)}>
      <Dialog.Portal>
        <Dialog.Backdrop className="scrim" />
        <Dialog.Popup
          aria-label={title}
          className={classNames(
            'pop fixed top-[10dvh] left-1/2 z-50 flex max-h-[80dvh] w-[min(580px,calc(100vw-32px))] -translate-x-1/2 flex-col overflow-hidden rounded-xl border border-line bg-raised shadow-3',
            className,
          )}
        >
          {!isBare && (
            <header className="flex h-13 shrink-0 items-center gap-2 border-b border-line pr-2 pl-4">
              <h2 className="flex-1 truncate text-md font-semibold">{title}</h2>
              <IconButton label="Close" icon={X} onClick={() => onOpenChange(false)} />
            </header>
          )}
          {children}
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  );
}
