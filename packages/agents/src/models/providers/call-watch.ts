// When we end a call: the caller's signal, too long a silence, or too long in total. Each aborts the request, which closes its
// socket.
export interface CallWatch {
  /** By `performance.now()`. */
  readonly startedAt: number;
  readonly signal: AbortSignal;
  /** Which limit was reached; undefined while none was. */
  readonly timedOut: () => 'idle' | 'total' | undefined;
  /** Something arrived. */
  readonly touch: () => void;
  readonly end: () => void;
}

export function watchCall(
  caller: AbortSignal,
  { idleMs, totalMs }: { readonly idleMs: number; readonly totalMs: number },
): CallWatch {
  const controller = new AbortController();
  let reached: 'idle' | 'total' | undefined;
  const stop = (why: 'idle' | 'total') => {
    reached ??= why;
    controller.abort();
  };
  const abort = () => controller.abort(caller.reason);
  caller.addEventListener('abort', abort, { once: true });
  if (caller.aborted) abort();
  const idle = setTimeout(() => stop('idle'), idleMs);
  const total = setTimeout(() => stop('total'), totalMs);
  return {
    startedAt: performance.now(),
    signal: controller.signal,
    timedOut: () => reached,
    touch: () => void idle.refresh(),
    end: () => {
      clearTimeout(idle);
      clearTimeout(total);
      caller.removeEventListener('abort', abort);
    },
  };
}
