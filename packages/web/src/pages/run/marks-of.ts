import type { CardMark } from '../../canvas/card-marks.ts';
import { nodeStatusLook } from '../../design/status/status.ts';
import type { Overlay } from '../../graph/run/overlay-run.ts';
import { durationWords } from '../../text/time-words.ts';

/** The marks on the cards of a run. */
export function marksOf(
  { nodes }: Overlay,
  /** Nodes that differ from another run that this one is compared with. */
  differing: ReadonlySet<string> = new Set(),
): ReadonlyMap<string, CardMark> {
  return new Map(
    [...nodes].map(([id, { status, count, durationMs, missing }]) => {
      const time =
        missing.length > 0
          ? `lacks ${missing.join(', ')}`
          : durationMs === null || status === 'skipped'
            ? undefined
            : durationWords(durationMs);
      const isPointedAt = differing.has(id);
      return [id, { status: nodeStatusLook(status), count, time, isPointedAt }];
    }),
  );
}
