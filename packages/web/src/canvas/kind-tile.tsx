import type { ReactNode } from 'react';
import { classNames } from '../design/class-names.ts';
import type { Family } from '../graph/sketch.ts';
import { families } from './families.ts';
import { iconOf } from './icons.ts';

interface KindTileProps {
  readonly family: Family;
  readonly type: string;
  readonly size?: 24 | 32;
  readonly isMuted?: boolean;
  /** Only its colour. */
  readonly isBlank?: boolean;
}

export function KindTile(props: KindTileProps): ReactNode {
  const { family, type, size = 32, isMuted = false, isBlank = false } = props;
  const Icon = iconOf(family, type);
  return (
    <span
      className={classNames(
        'tile grid shrink-0 place-items-center',
        size === 32 ? 'size-8 rounded-md' : 'size-6 rounded-sm',
        isMuted ? 'bg-idle-soft text-idle-text' : families[family].tile,
      )}
    >
      {!isBlank && <Icon size={size / 2} aria-hidden />}
    </span>
  );
}
