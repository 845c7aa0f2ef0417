// Interruption
// What ends a run from outside: Ctrl-C and `--timeout`. Both cancel the run; its end is then awaited as any other.
import process from 'node:process';

export interface Interruption {
  /** Aborts together with the run. */
  readonly signal: AbortSignal;
  /** Why the run was cancelled; null while it was not. */
  readonly reason: () => 'interrupted' | 'timeout' | null;
  /** As Ctrl-C does; the prompt calls it, because a terminal in raw mode sends no signal. */
  readonly interrupt: () => void;
  readonly dispose: () => void;
}

export function watchInterruption(options: {
  readonly timeoutMs?: number | undefined;
  readonly cancel: (reason: string) => void;
}): Interruption {
  const { timeoutMs, cancel } = options;
  const controller = new AbortController();
  let reason: 'interrupted' | 'timeout' | null = null;
  const stop = (why: 'interrupted' | 'timeout', words: string) => {
    if (reason !== null) return;
    reason = why;
    cancel(words);
    controller.abort();
  };
  const interrupt = () => {
    // Whoever presses it twice does not want to wait for an orderly end.
    if (reason === 'interrupted') process.exit(130);
    stop('interrupted', 'Interrupted.');
  };
  process.on('SIGINT', interrupt);
  const timer =
    timeoutMs === undefined
      ? undefined
      : setTimeout(() => stop('timeout', `Timed out after ${timeoutMs / 1000} s.`), timeoutMs);
  return {
    signal: controller.signal,
    reason: () => reason,
    interrupt,
    dispose: () => {
      process.off('SIGINT', interrupt);
      clearTimeout(timer);
    },
  };
}
