import type { JsonObject } from '@skein/kernel';
import { useMemo, type ReactNode } from 'react';
import { families } from '../../../canvas/families.ts';
import { thumbnailOf } from './thumbnail-of.ts';

interface ThumbnailProps {
  readonly definition: JsonObject;
  readonly dialect: string;
}

/** A small picture of the shape of a workflow, without text. */
export function Thumbnail({ definition, dialect }: ThumbnailProps): ReactNode {
  const { cards, lines } = useMemo(() => thumbnailOf(dialect, definition), [dialect, definition]);
  return (
    <svg viewBox="0 0 200 72" aria-hidden className="h-18 w-full">
      <g fill="none" stroke="var(--edge)" strokeWidth="1.5">
        {lines.map((path, index) => (
          <path key={index} d={path} />
        ))}
      </g>
      {cards.map(({ x, y, scale, family }, index) => (
        <g key={index} transform={`translate(${x} ${y}) scale(${scale})`}>
          <rect
            x={-14}
            y={-9}
            width={28}
            height={18}
            rx={6}
            fill="var(--surface)"
            stroke="var(--line)"
          />
          <rect
            x={-9}
            y={-4}
            width={8}
            height={8}
            rx={2.5}
            fill={`var(${families[family].colour})`}
          />
          <rect x={2} y={-1.5} width={8} height={3} rx={1.5} fill="var(--pressed)" />
        </g>
      ))}
    </svg>
  );
}
