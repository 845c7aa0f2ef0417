import { ChevronRight } from 'lucide-react';
import type { ReactNode } from 'react';
import { classNames } from '../class-names.ts';

/** In front of the text of a `summary`; points down while its `details` element (class `group`) is open. */
export function FoldMark({ className }: { readonly className?: string }): ReactNode {
  return (
    <ChevronRight
      size={16}
      aria-hidden
      className={classNames(
        'shrink-0 text-text-3 transition-transform group-open:rotate-90',
        className,
      )}
    />
  );
}
