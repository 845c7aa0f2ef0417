import { ViewportPortal, type Edge, type Node } from '@xyflow/react';
import { memo, useMemo, useRef, type ReactNode } from 'react';
import type { MovingCards } from '../large/use-moving.ts';
import { edgeLines, type LineCache, type LineGroup } from './edge-lines.ts';

interface LineSheetProps {
  readonly cards: MovingCards;
  readonly edges: readonly Edge[];
}

/**
 * The edges of a large graph that nobody can point at now, drawn in one image below the cards. A drag draws those of the moved cards
 * again, and no others.
 */
export const LineSheet = memo(function LineSheet({ cards, edges }: LineSheetProps): ReactNode {
  const { still, moved, movedIds } = cards;
  const { stay, follow, ends } = useMemo(
    () => partEdges(edges, still, movedIds),
    [edges, still, movedIds],
  );
  const groups = useLines(still, stay);
  const following = useLines(
    useMemo(() => [...ends, ...moved], [ends, moved]),
    follow,
  );
  return (
    <ViewportPortal>
      <svg aria-hidden className="line-sheet">
        <Lines groups={groups} />
      </svg>
      {following.length > 0 && (
        <svg aria-hidden className="line-sheet moved">
          <Lines groups={following} />
        </svg>
      )}
    </ViewportPortal>
  );
});

function useLines(nodes: readonly Node[], edges: readonly Edge[]): readonly LineGroup[] {
  const cache = useRef<LineCache>(new Map());
  return useMemo(() => edgeLines(nodes, edges, cache.current), [nodes, edges]);
}

/** Edges of moved cards follow them; their other ends stay. */
function partEdges(edges: readonly Edge[], still: readonly Node[], moved: ReadonlySet<string>) {
  if (moved.size === 0) return { stay: edges, follow: [], ends: [] };
  const isMoved = ({ source, target }: Edge) => moved.has(source) || moved.has(target);
  const follow = edges.filter(isMoved);
  const touched = new Set(follow.flatMap(({ source, target }) => [source, target]));
  return {
    stay: edges.filter((edge) => !isMoved(edge)),
    follow,
    ends: still.filter(({ id }) => touched.has(id)),
  };
}

const Lines = memo(function Lines({
  groups,
}: {
  readonly groups: readonly LineGroup[];
}): ReactNode {
  return groups.map(({ key, look, lines, arrows }) => (
    <g key={key} className={`sheet-edges ${look}`}>
      {lines !== '' && <path className="react-flow__edge-path" d={lines} />}
      {arrows !== '' && <path className="arrow" d={arrows} />}
    </g>
  ));
});
