// Attempts
// Tries something until it succeeds, its attempts are used up, or another one would not help. How an attempt failed is recorded, and the
// time until the next one is a timer of the run: a restart changes neither.
import { isObject, ownValue, type Json, type JsonObject } from '@skein/kernel';
import type { NodeIo } from '@skein/ports';
import { FatalError, Restart, StepError, TimeoutError } from './errors.ts';
import type { RetryPlan } from '../values/retry.ts';
import type { FunctionCall } from './scope.ts';

export interface Attempted {
  readonly name: string;
  readonly key: string;
  readonly plan: RetryPlan;
}

/** What is thrown without a code. */
const uncoded = { code: 'STEP_FAILED' };

export async function attempts<T>(
  of: FunctionCall,
  { name, key, plan }: Attempted,
  run: (attempt: number) => Promise<T>,
): Promise<T> {
  const { io, recorded } = of;
  if (recorded.has(`${key}!`)) throw toError(name, await known(io, `${key}!`));
  for (let attempt = 1; ; attempt++) {
    const failedKey = `${key}~${attempt}`;
    if (!recorded.has(failedKey)) {
      try {
        return await run(attempt);
      } catch (error) {
        // The engine ends this call of the function; the next one tries it.
        if (io.signal.aborted || error instanceof Restart) throw error;
        const failure = toFailure(error);
        if (attempt >= plan.attempts || isFinal(error)) {
          await io.step(name, () => failure, { key: `${key}!` });
          throw toError(name, failure, error);
        }
        await io.step(name, () => failure, { key: failedKey });
      }
    }
    const deadlineMs = Math.max(plan.delayMs(attempt), 0);
    await io.wait({ kind: 'timer', deadlineMs }, { key: `${key}~sleep#${attempt}` });
  }
}

async function known(io: NodeIo, key: string): Promise<Json> {
  const value = await io.step<Json>(key, () => null, { key });
  return value;
}

/** As it is recorded. */
function toFailure(error: unknown): JsonObject {
  const message = error instanceof Error ? error.message : String(error);
  const timeout = error instanceof TimeoutError ? { isTimeout: true } : {};
  return { code: codeOf(error) ?? uncoded.code, message, ...timeout };
}

function toError(name: string, failure: Json, cause?: unknown): StepError {
  const read = isObject(failure) ? failure : {};
  const code = textOf(ownValue(read, 'code')) ?? uncoded.code;
  const message = textOf(ownValue(read, 'message')) ?? `The step "${name}" failed.`;
  const error =
    ownValue(read, 'isTimeout') === true
      ? new TimeoutError(name, message)
      : new StepError(name, { code, message });
  // Only where it has just failed: a journal has no stack.
  if (cause !== undefined) error.cause = cause;
  return error;
}

function textOf(value: Json | undefined): string | undefined {
  return typeof value === 'string' ? value : undefined;
}

export function codeOf(error: unknown): string | undefined {
  const failure = fieldOf(error, 'failure');
  const code = fieldOf(failure, 'code') ?? fieldOf(error, 'code');
  return typeof code === 'string' ? code : undefined;
}

function isFinal(error: unknown): boolean {
  if (error instanceof FatalError) return true;
  const retry = fieldOf(fieldOf(error, 'failure'), 'retry') ?? fieldOf(error, 'retry');
  return retry === 'never' && !(error instanceof TimeoutError);
}

function fieldOf(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined;
}
