import type { ReactNode } from 'react';
import { classNames } from '../design/class-names.ts';
import type { Family } from '../graph/sketch.ts';
import { families, iconOf } from './families.ts';

interface KindTileProps {
  readonly family: Family;
  readonly type: string;
  readonly size?: 24 | 32;
  readonly isMuted?: boolean;
}

export function KindTile({ family, type, size = 32, isMuted = false }: KindTileProps): ReactNode {
  const Icon = iconOf(family, type);
  return (
    <span
      className={classNames(
        'tile grid shrink-0 place-items-center',
        size === 32 ? 'size-8 rounded-md' : 'size-6 rounded-sm',
        isMuted ? 'bg-idle-soft text-idle-text' : families[family].tile,
      )}
    >
      <Icon size={size / 2} aria-hidden />
    </span>
  );
}
