import { ViewportPortal, type Edge, type Node } from '@xyflow/react';
import { memo, useMemo, useRef, type ReactNode } from 'react';
import { edgeLines, type LineCache } from './edge-lines.ts';

interface LineSheetProps {
  readonly nodes: readonly Node[];
  readonly edges: readonly Edge[];
}

/** The edges of a large graph that nobody can point at now, drawn in one image below the cards. */
export const LineSheet = memo(function LineSheet({ nodes, edges }: LineSheetProps): ReactNode {
  const cache = useRef<LineCache>(new Map());
  const groups = useMemo(() => edgeLines(nodes, edges, cache.current), [nodes, edges]);
  return (
    <ViewportPortal>
      <svg aria-hidden className="line-sheet">
        {groups.map(({ key, look, lines, arrows }) => (
          <g key={key} className={`sheet-edges ${look}`}>
            <path className="react-flow__edge-path" d={lines} />
            {arrows !== '' && <path className="arrow" d={arrows} />}
          </g>
        ))}
      </svg>
    </ViewportPortal>
  );
});
