import type { Drained, DrainedCall } from '@skein/engine';
import { visibleLine } from '../output/visible-text.ts';
import type { LogForm } from './serve-settings.ts';
import type { ServerLog } from './server-log.ts';

const shownMax = 10;

/** What a stopping process waits for, and what it gave up. */
export interface DrainLog {
  readonly draining: (calls: readonly DrainedCall[]) => void;
  readonly drained: (drained: Drained) => void;
}

/** In words for people, and in short names for programs. */
export function drainLog(
  log: Pick<ServerLog, 'event' | 'warning'>,
  { drainMs, form }: { readonly drainMs: number; readonly form: LogForm },
): DrainLog {
  const seconds = drainMs / 1000;
  const say = (name: string, text: string) => (form === 'json' ? name : text);
  return {
    draining(calls) {
      const waiting = `draining ${counted(calls)} for at most ${seconds} s: ${named(calls)}.`;
      const text = `Stopping: ${calls.length === 0 ? 'no call is in flight.' : waiting}`;
      log.event(say('stopping', text), { calls, seconds });
    },
    drained({ finished, aborted }) {
      if (finished.length > 0) {
        log.event(say('drained', `Drained: ${counted(finished)} finished.`), { finished });
      }
      if (aborted.length === 0) return;
      const text = `Aborted ${counted(aborted)}, to be made again when the run is resumed: ${named(aborted)}.`;
      log.warning(say('aborted', text), { aborted });
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
