// The time of one call
// It counts since the last progress, and altogether; while a person is asked it stands still.
export interface CallClock {
  /** Aborts when the time is over. */
  readonly signal: AbortSignal;
  readonly isOver: boolean;
  /** The server has reported progress. */
  progress(): void;
  /** Stands still until what it gives back is called. */
  pause(): () => void;
  stop(): void;
}

export function callClock({
  idleMs,
  totalMs,
}: {
  readonly idleMs: number;
  readonly totalMs: number;
}): CallClock {
  const controller = new AbortController();
  let left = totalMs;
  let paused = 0;
  let began = performance.now();
  let timer: NodeJS.Timeout | undefined;
  const end = () => controller.abort(new Error('too late'));
  const start = () => {
    began = performance.now();
    timer = setTimeout(end, Math.max(0, Math.min(idleMs, left)));
  };
  const halt = () => {
    clearTimeout(timer);
    left -= performance.now() - began;
  };
  start();
  return {
    signal: controller.signal,
    get isOver() {
      return controller.signal.aborted;
    },
    progress() {
      if (paused > 0) return;
      halt();
      start();
    },
    pause() {
      if (paused === 0) halt();
      paused += 1;
      return () => {
        paused -= 1;
        if (paused === 0 && !controller.signal.aborted) start();
      };
    },
    stop() {
      clearTimeout(timer);
      paused += 1;
    },
  };
}
