import type { Frame } from '../graph/frames/frame.ts';
import { flowIdOf } from '../graph/frames/frame-ids.ts';
import type { FrameNode } from './frame-card.tsx';

/** Below edges and cards, groups below notes, even when selected, which raises a node by a thousand. */
const layers: Readonly<Record<Frame['kind'], number>> = { group: -3000, note: -2000 };

export function toFlowFrames(
  frames: readonly Frame[],
  selected: ReadonlySet<string> = new Set(),
): FrameNode[] {
  return frames.map((frame) => ({
    id: flowIdOf(frame.id),
    type: 'frame',
    position: { x: frame.x, y: frame.y },
    width: frame.width,
    height: frame.height,
    measured: { width: frame.width, height: frame.height },
    zIndex: layers[frame.kind],
    selected: selected.has(frame.id),
    connectable: false,
    ariaLabel: `${frame.kind === 'note' ? 'Note' : 'Group'}: ${frame.text || 'empty'}`,
    data: { frame },
  }));
}
