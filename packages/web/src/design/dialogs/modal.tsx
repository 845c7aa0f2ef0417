import { Dialog } from '@base-ui/react/dialog';
import { X } from 'lucide-react';
import { useRef, type CSSProperties, type ReactNode } from 'react';
import { classNames } from '../class-names.ts';
import { IconButton } from '../controls/icon-button.tsx';
import { fieldTags, firstOf, focusFirst } from '../keyboard/focus-first.ts';

interface ModalProps {
  readonly isOpen: boolean;
  readonly onOpenChange?: (isOpen: boolean) => void;
  readonly title: string;
  /** Cannot be dismissed. */
  readonly isKept?: boolean;
  /** Without a heading, for the command bar. */
  readonly isBare?: boolean;
  /** A small one at a spot of the screen; in the middle where the screen is small. */
  readonly at?: { readonly x: number; readonly y: number } | undefined;
  readonly children: ReactNode;
  readonly className?: string;
}

const tags = `${fieldTags}, button`;
const smallSize = { width: 320, height: 440 };
const margin = 8;

/** Within the screen; undefined if it is too small for that. */
function styleAt(at: ModalProps['at']): CSSProperties | undefined {
  if (at === undefined || window.innerWidth < 768) return undefined;
  const within = (wanted: number, room: number) =>
    Math.max(margin, Math.min(wanted, room - margin));
  return {
    left: within(at.x, window.innerWidth - smallSize.width),
    top: within(at.y, window.innerHeight - smallSize.height),
    translate: 'none',
    width: smallSize.width,
    height: smallSize.height,
  };
}

function hasFocusInside(place: Element): boolean {
  const { activeElement } = document;
  return activeElement !== place && place.contains(activeElement);
}

export function Modal(props: ModalProps): ReactNode {
  const { isOpen, onOpenChange, title, isKept = false, isBare = false } = props;
  const popup = useRef<HTMLDivElement>(null);
  const close = (next: boolean) => {
    if (!isKept) onOpenChange?.(next);
  };
  // Focus what is marked as the first, the main input, else the dialog; not the close button, whose tooltip would swallow the first Escape. With touch,
  // neither: focusing an input would open the keyboard.
  const firstFocus = (opened: string) => {
    const place = popup.current;
    if (opened === 'touch' || place === null) return null;
    const wanted = place.querySelector('[data-first]');
    const find = () =>
      firstOf(wanted ?? place, isBare || wanted !== null ? tags : `header ~ * :is(${tags})`);
    const first = find();
    // Until then the dialog has it, or is about to get it.
    const isFree = () => place.isConnected && !hasFocusInside(place);
    if (first === null) focusFirst(find, isFree);
    return first ?? place;
  };
  return (
    <Dialog.Root open={isOpen} onOpenChange={close}>
      <Dialog.Portal>
        <Dialog.Backdrop className="scrim" />
        <Dialog.Popup
          ref={popup}
          initialFocus={firstFocus}
          aria-label={title}
          style={styleAt(props.at)}
          className={classNames(
            'pop fixed top-[10dvh] outline-none left-1/2 z-50 flex max-h-[80dvh] w-[min(580px,calc(100vw-32px))] -translate-x-1/2 flex-col overflow-hidden rounded-xl border border-line bg-raised shadow-3',
            props.className,
          )}
        >
          {!isBare && (
            <header className="flex h-13 shrink-0 items-center gap-2 border-b border-line pr-2 pl-4">
              <h2 className="flex-1 truncate text-md font-semibold">{title}</h2>
              {!isKept && <IconButton label="Close" icon={X} onClick={() => close(false)} />}
            </header>
          )}
          {props.children}
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  );
}
