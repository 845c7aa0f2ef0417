import type { ReactNode } from 'react';
import { classNames } from '../class-names.ts';

const tones = {
  plain: 'bg-sunken text-text-2',
  ok: 'bg-ok-soft text-ok-text',
  wait: 'bg-wait-soft text-wait-text',
  bad: 'bg-bad-soft text-bad-text',
};

export type TagTone = keyof typeof tones;

interface TagProps {
  readonly children: ReactNode;
  readonly tone?: TagTone;
  readonly className?: string;
  /** Tooltip. */
  readonly title?: string;
}

export function Tag({ children, tone = 'plain', className, title }: TagProps): ReactNode {
  return (
    <span
      title={title}
      className={classNames(
        'inline-block h-5 max-w-full truncate rounded-sm px-1.5 text-xs/5',
        tones[tone],
        className,
      )}
    >
      {children}
    </span>
  );
}
