import type { Drained, DrainedCall } from '@skein/engine';
import { visibleLine } from '../output/visible-text.ts';
import type { ServerLog } from './server-log.ts';

const shownMax = 10;

/** What a stopping process waits for, and what it gave up. */
export interface DrainLog {
  readonly draining: (calls: readonly DrainedCall[]) => void;
  readonly drained: (drained: Drained) => void;
}

export function drainLog(log: Pick<ServerLog, 'event' | 'warning'>, drainMs: number): DrainLog {
  const seconds = drainMs / 1000;
  return {
    draining(calls) {
      if (calls.length === 0) log.event('Stopping: no call is in flight.', { calls, seconds });
      else
        log.event(
          `Stopping: draining ${counted(calls)} for at most ${seconds} s: ${named(calls)}.`,
          { calls, seconds },
        );
    },
    drained({ finished, aborted }) {
      if (finished.length > 0) log.event(`Drained: ${counted(finished)} finished.`, { finished });
      if (aborted.length > 0)
        log.warning(
          `Aborted after ${seconds} s or a second signal: ${counted(aborted)}, to be called again when the run is resumed: ${named(aborted)}.`,
          { aborted },
        );
    },
  };
}

function counted({ length }: readonly DrainedCall[]): string {
  return length === 1 ? '1 call' : `${length} calls`;
}

function named(calls: readonly DrainedCall[]): string {
  const shown = calls.slice(0, shownMax).map(({ run, node }) => visibleLine(`${run}/${node}`));
  const more = calls.length - shown.length;
  return more > 0 ? `${shown.join(', ')} and ${more} more` : shown.join(', ');
}
