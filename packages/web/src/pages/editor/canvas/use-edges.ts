import { useMemo } from 'react';
import type { CanvasEdge } from '../../../canvas/edges/canvas-edge.ts';
import { toFlowEdges } from '../../../canvas/to-flow.ts';
import { useColumns } from '../../../canvas/use-columns.ts';
import { useStableItems } from '../../../canvas/use-stable-items.ts';
import type { Folded } from '../../../graph/frames/fold-groups.ts';
import { useEditor } from '../state/editor-store.ts';
import type { Preflight } from '../../../graph/preflight/check-definition.ts';

const none: CanvasEdge[] = [];

/** The edges of the editor: selected, with errors, with warnings. */
export function useEdges(
  { sketch, positions }: Folded,
  { problems }: Preflight,
  isPlaced: boolean,
): CanvasEdge[] {
  const selected = useEditor((state) => state.edges);
  const columns = useColumns(sketch, isPlaced ? positions : null);
  const lines = useMemo(() => {
    const linesWith = (severity: 'error' | 'warning') =>
      new Set(
        problems
          .filter(({ diagnostic }) => diagnostic.severity === severity)
          .flatMap(({ edge }) => (edge === null ? [] : [edge])),
      );
    const broken = linesWith('error');
    const doubtful = linesWith('warning');
    return toFlowEdges(sketch, { selected, broken, doubtful, columns });
  }, [sketch, selected, problems, columns]);
  return useStableItems(isPlaced ? lines : none);
}
