import type { ReactNode } from 'react';
import { classNames } from '../class-names.ts';

interface CardProps {
  readonly children: ReactNode;
  readonly className?: string;
}

/** A box around a list or a form. */
export function Card({ children, className }: CardProps): ReactNode {
  return (
    <div
      className={classNames(
        'overflow-hidden rounded-lg border border-line bg-surface shadow-1',
        className,
      )}
    >
      {children}
    </div>
  );
}
