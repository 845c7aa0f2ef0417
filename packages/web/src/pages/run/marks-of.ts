import type { CardMark } from '../../canvas/card-marks.ts';
import { nodeStatusLook, type Status } from '../../design/status/status.ts';
import { failedItemWords } from '../../graph/run/failed-items.ts';
import type { NodeOverlay, Overlay } from '../../graph/run/overlay-run.ts';
import { durationWords } from '../../text/time-words.ts';

/** The marks on the cards of a run. */
export function marksOf(
  { nodes }: Overlay,
  /** Nodes that differ from another run that this one is compared with. */
  differing: ReadonlySet<string> = new Set(),
): ReadonlyMap<string, CardMark> {
  return new Map(
    [...nodes].map(([id, node]) => {
      const { count } = node;
      const isPointedAt = differing.has(id);
      return [id, { status: lookOf(node), count, time: wordsOf(node), isPointedAt }];
    }),
  );
}

/** A node that is done, and of which some items failed, is not as well as one that is done. */
export function lookOf({ status, failedItems }: NodeOverlay): Status {
  return failedItems !== undefined && status === 'completed' ? 'partly' : nodeStatusLook(status);
}

function wordsOf({ status, durationMs, missing, failedItems }: NodeOverlay): string | undefined {
  if (missing.length > 0) return `lacks ${missing.join(', ')}`;
  if (failedItems !== undefined) return failedItemWords(failedItems);
  return durationMs === null || status === 'skipped' ? undefined : durationWords(durationMs);
}
