import type { Json } from '@skein/kernel';
import { timerMsMax } from '@skein/ports';
import { durationMs, type Duration } from '../values/duration.ts';
import { toJson } from '../values/to-json.ts';
import { attempts } from './attempts.ts';
import { TimeoutError } from './errors.ts';
import { retryPlan, type Retry } from '../values/retry.ts';
import { insideStep, type Scope } from './scope.ts';

/** What a step is told. */
export interface StepContext {
  /** Aborts when the run is cancelled, or the attempt takes too long. */
  readonly signal: AbortSignal;
  /** The same in every attempt: give it to receivers that recognise repetitions. */
  readonly key: string;
  /** From 1. */
  readonly attempt: number;
}

export interface StepPolicy {
  /** Attempts in all; default one. */
  readonly retry?: Retry;
  /** How long one attempt may take; default: as long as it likes. */
  readonly timeout?: Duration;
}

const once = retryPlan();

export function runStep(
  scope: Scope,
  name: string,
  { run, retry, timeout }: StepPolicy & { readonly run: (context: StepContext) => unknown },
): Promise<Json | undefined> {
  const { io } = scope.of;
  // A name that is none is refused with the call.
  if (typeof name === 'string' && typeof run !== 'function')
    throw new TypeError(`io.step("${name}", …) needs a function as its second argument.`);
  const plan = retry === undefined ? once : retryPlan(retry);
  const timeoutMs = timeout === undefined ? null : durationMs(timeout);
  return scope.act(name, (key) =>
    attempts(scope.of, { name, key, plan }, (attempt) =>
      io.step(
        name,
        async () => {
          const told = { key: `${io.idempotencyKey}/${key}`, attempt };
          const given = await within(name, { timeoutMs, outer: io.signal }, (signal) =>
            insideStep(scope.of, name, () => run({ ...told, signal })),
          );
          return toJson(given, `result of the step "${name}"`);
        },
        { key },
      ),
    ),
  );
}

/** Ends when the time is over, whether or not what runs listens to its signal. */
async function within(
  name: string,
  { timeoutMs, outer }: { readonly timeoutMs: number | null; readonly outer: AbortSignal },
  run: (signal: AbortSignal) => unknown,
): Promise<unknown> {
  if (timeoutMs === null) return run(outer);
  // Not AbortSignal.timeout: its timer lets the process end while somebody awaits the run.
  const late = new AbortController();
  const ended = Promise.withResolvers<never>();
  const end = () => {
    const error = new TimeoutError(name, `The step "${name}" took longer than ${timeoutMs} ms.`);
    // First, so that what runs cannot fail of the signal before.
    ended.reject(error);
    late.abort(error);
  };
  const timer = setTimeout(end, Math.min(timeoutMs, timerMsMax));
  // Nobody awaits a run that is given up: the timer keeps a process whose engine was closed no longer.
  const release = () => timer.unref();
  outer.addEventListener('abort', release, { once: true });
  try {
    return await Promise.race([run(AbortSignal.any([outer, late.signal])), ended.promise]);
  } finally {
    clearTimeout(timer);
    outer.removeEventListener('abort', release);
  }
}
