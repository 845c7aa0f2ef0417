import type { ReactNode } from 'react';
import { classNames } from '../class-names.ts';
import { statusLooks, type Status } from './status.ts';

interface StatusIconProps {
  readonly status: Status;
  readonly size?: number;
}

/** Where there is no room for the word, it becomes the accessible name of the icon. */
export function StatusIcon({ status, size = 16 }: StatusIconProps): ReactNode {
  const { icon: Icon, label, text, isSpinning } = statusLooks[status];
  return (
    <span className={classNames('inline-flex shrink-0', text)}>
      <Icon
        size={size}
        role="img"
        aria-label={label}
        className={isSpinning ? 'animate-spin' : ''}
      />
    </span>
  );
}
