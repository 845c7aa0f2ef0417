import { useMemo } from 'react';
import { foldGroups, type Folded } from '../../../graph/frames/fold-groups.ts';
import { readFrames, type Frame } from '../../../graph/frames/frame.ts';
import type { Point, Sketch } from '../../../graph/sketch.ts';
import { useEditor } from '../state/editor-store.ts';

const nowhere: ReadonlyMap<string, Point> = new Map();

/** What is drawn, with collapsed groups as cards, and all frames of the definition. */
export function useFolded(
  sketch: Sketch,
  positions: ReadonlyMap<string, Point> | null,
): { readonly folded: Folded; readonly frames: readonly Frame[] } {
  const studio = useEditor(({ history }) => history.present['studio'] ?? null);
  const frames = useMemo(() => readFrames({ studio }), [studio]);
  const nodes = useEditor((state) => state.nodes);
  const open = useEditor((state) => state.open);
  const folded = useMemo(() => {
    const shown = open === null ? nodes : new Set([...nodes, open]);
    return foldGroups({ sketch, positions: positions ?? nowhere, frames, shown });
  }, [sketch, positions, frames, nodes, open]);
  return { folded, frames };
}
