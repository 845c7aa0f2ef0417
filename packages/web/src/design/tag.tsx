import type { ReactNode } from 'react';
import { classNames } from './class-names.ts';

interface TagProps {
  readonly children: ReactNode;
  readonly className?: string;
}

export function Tag({ children, className }: TagProps): ReactNode {
  return (
    <span
      className={classNames(
        'inline-flex h-5 items-center rounded-sm bg-sunken px-1.5 text-xs whitespace-nowrap text-text-2',
        className,
      )}
    >
      {children}
    </span>
  );
}
