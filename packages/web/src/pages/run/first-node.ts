import type { Overlay } from '../../graph/run/overlay-run.ts';
import type { Sketch } from '../../graph/sketch.ts';

const urgency = ['waiting', 'running', 'retrying', 'failed', 'pending'];

/** The node to show first: one that waits for the user, that runs or that failed; else the last completed one. */
export function firstNodeToShow({ nodes }: Sketch, overlay: Overlay): string | null {
  for (const status of urgency) {
    const found = nodes.find(({ id }) => overlay.nodes.get(id)?.status === status);
    if (found !== undefined) return found.id;
  }
  const done = nodes.filter(({ id }) => overlay.nodes.get(id)?.status === 'completed');
  return done.at(-1)?.id ?? nodes[0]?.id ?? null;
}
