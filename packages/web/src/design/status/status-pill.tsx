import type { ReactNode } from 'react';
import { classNames } from '../class-names.ts';
import { statusLooks, type Status } from './status.ts';

interface StatusPillProps {
  readonly status: Status;
  /** Replaces the usual word. */
  readonly children?: ReactNode;
}

export function StatusPill({ status, children }: StatusPillProps): ReactNode {
  const { icon: Icon, label, soft, text, isSpinning } = statusLooks[status];
  return (
    <span
      className={classNames(
        'inline-flex h-6 items-center gap-1 rounded-full px-2 text-xs font-medium whitespace-nowrap',
        soft,
        text,
      )}
    >
      <Icon size={14} aria-hidden className={isSpinning ? 'animate-spin' : ''} />
      {children ?? label}
    </span>
  );
}
