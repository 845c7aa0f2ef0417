import type { ReactNode } from 'react';
import { classNames } from '../class-names.ts';

/** Placeholder for what is loading, so that nothing jumps when it arrives. */
export function Skeleton({ className }: { readonly className?: string }): ReactNode {
  return (
    <span
      aria-hidden
      className={classNames('block animate-pulse rounded-md bg-sunken', className)}
    />
  );
}
