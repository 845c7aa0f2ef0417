import type { LucideIcon } from 'lucide-react';
import { lazy, Suspense, useState, type ComponentProps, type ReactNode } from 'react';
import { classNames } from '../class-names.ts';
import { useHint } from './use-hint.ts';

// What places it is large, and nothing on the first page needs it before somebody points at something.
const Hint = lazy(async () => ({ default: (await import('./hint.tsx')).Hint }));

/** Its hint needs the element and these events for itself. */
type OwnProps = keyof ReturnType<typeof useHint>['handlers'] | 'ref';

interface IconButtonProps extends Omit<ComponentProps<'button'>, OwnProps> {
  readonly label: string;
  readonly icon: LucideIcon;
  readonly size?: 'sm' | 'md';
  readonly shortcut?: string;
}

export function IconButton(props: IconButtonProps): ReactNode {
  const { label, icon: Icon, size = 'md', className, shortcut, ...rest } = props;
  const [anchor, setAnchor] = useState<Element | null>(null);
  const { isShown, handlers } = useHint();
  const shape =
    'grid shrink-0 place-items-center rounded-md text-text-2 transition-colors duration-100 hover:bg-sunken hover:text-text disabled:opacity-40';
  return (
    <>
      <button
        ref={setAnchor}
        type="button"
        aria-label={label}
        className={classNames(shape, size === 'sm' ? 'size-7' : 'size-9', className)}
        {...handlers}
        {...rest}
      >
        <Icon size={16} aria-hidden />
      </button>
      <Suspense fallback={null}>
        {isShown && <Hint anchor={anchor} text={label} shortcut={shortcut} />}
      </Suspense>
    </>
  );
}
