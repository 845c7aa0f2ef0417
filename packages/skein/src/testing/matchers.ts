// Matchers and assertions about runs
// `expect.extend(matchers)` for vitest and jest; the functions for node:test and whatever else throws.
import { isDeepStrictEqual } from 'node:util';
import type { RunJson } from '@skein/engine';
import type { TestRun } from './test-engine.ts';

interface Outcome {
  readonly pass: boolean;
  readonly message: () => string;
  readonly actual?: unknown;
  readonly expected?: unknown;
}

type AnyRun = Pick<TestRun<unknown>, 'now' | 'asked'>;

/** Of vitest and jest: compares also with `expect.any` and its like. */
interface MatcherContext {
  readonly equals: (left: unknown, right: unknown) => boolean;
}

/** What `expect.extend(matchers)` adds, for the types of vitest and jest. */
export interface RunMatchers {
  toHaveCompleted(output?: unknown): Promise<void>;
  toBeWaitingFor(name: string): Promise<void>;
  toHaveFailed(code?: string): Promise<void>;
}

/** `expect.extend(matchers)`: toHaveCompleted, toBeWaitingFor, toHaveFailed. */
export const matchers = {
  /** It has completed; with this output, if one is given. */
  async toHaveCompleted(this: MatcherContext, run: AnyRun, ...wanted: readonly unknown[]) {
    const found = await run.now();
    const said = await describe(found, run);
    const { equals } = this;
    const [expected] = wanted;
    const isSame = wanted.length === 0 || equals(found.output, expected);
    return {
      pass: found.status === 'completed' && isSame,
      message: () => `The run is ${said}.`,
      ...(found.status === 'completed' && wanted.length > 0 && { actual: found.output, expected }),
    } satisfies Outcome;
  },
  /** It asks for this, perhaps among others: the name of a question, or of the node that asks. */
  async toBeWaitingFor(run: AnyRun, name: string) {
    const said = await describe(await run.now(), run);
    return {
      pass: (await run.asked()).includes(name),
      message: () => `The run is ${said}; it was expected to ask for "${name}".`,
    } satisfies Outcome;
  },
  /** It has failed; with this code, if one is given. */
  async toHaveFailed(run: AnyRun, code?: string) {
    const found = await run.now();
    const said = await describe(found, run);
    return {
      pass: found.status === 'failed' && (code === undefined || found.error?.code === code),
      message: () => `The run is ${said}; it was expected to fail.`,
    } satisfies Outcome;
  },
};

/** Throws unless the run has completed; with this output, if one is given. */
export async function assertCompleted(run: AnyRun, ...output: readonly unknown[]): Promise<void> {
  check(await matchers.toHaveCompleted.call({ equals: isDeepStrictEqual }, run, ...output));
}

/** Throws unless the run asks for this, perhaps among others. */
export async function assertWaitingFor(run: AnyRun, name: string): Promise<void> {
  check(await matchers.toBeWaitingFor(run, name));
}

/** Throws unless the run has failed; with this code, if one is given. */
export async function assertFailed(run: AnyRun, code?: string): Promise<void> {
  check(await matchers.toHaveFailed(run, code));
}

function check({ pass, message, actual, expected }: Outcome): void {
  if (pass) return;
  throw Object.assign(new Error(message()), { actual, expected });
}

async function describe(run: RunJson, given: AnyRun): Promise<string> {
  const why = run.error === null ? '' : ` (${run.error.code}: ${run.error.message})`;
  const asked = (await given.asked()).map((name) => `"${name}"`);
  const whom = asked.length === 0 ? untold(run) : ` and asks for ${asked.join(', ')}`;
  const output = run.status === 'completed' ? ` with ${JSON.stringify(run.output)}` : '';
  return `${run.status}${why}${whom}${output}`;
}

/** A run that waits and asks for nothing goes on when time passes, which in a test it does not by itself. */
function untold({ status }: RunJson): string {
  return status === 'waiting'
    ? " for time to pass, in a sleep or before the next attempt of a step: engine.advance('1h')"
    : '';
}
