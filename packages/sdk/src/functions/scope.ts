// Scopes
// Keys name the calls of a function: by name and count, inside the scope in which they were made (`docs#1[3]/fetch#1`).
//
// S1. Names have no `#`: so a key says which call it belongs to.
// S2. Two calls of one name that are in flight together were made in one go, or they are refused.
// S3. A call that nobody awaits cannot end the process: its failure is in the journal, and once the function is over nothing comes of it.
import { AsyncLocalStorage } from 'node:async_hooks';
import process from 'node:process';
import type { NodeCall, NodeIo, RecordedOrder } from '@skein/ports';
import { ambiguous, nested } from './determinism.ts';

/** One call of a durable function. */
export interface FunctionCall {
  readonly workflow: string;
  readonly call: NodeCall;
  readonly io: NodeIo;
  readonly order: RecordedOrder;
  /** Keys that were recorded before this call of the function. */
  readonly recorded: ReadonlySet<string>;
  /** Changes with every turn of the function. */
  readonly turns: Turns;
  /** Whether it belongs to a race that is decided: nothing of it counts any more. */
  readonly isGivenUp: () => boolean;
  readonly life: FunctionLife;
}

/** Where a call of a function is. */
export interface FunctionLife {
  /** The function has returned or thrown. What it left under way is given up. */
  isOver: boolean;
}

/** The step whose code is being executed, however long it has been awaiting something. */
const current = new AsyncLocalStorage<{ readonly step: string; readonly life: FunctionLife }>();

/** Executes a step: calls of the same function's `io` that it makes are refused. */
export function insideStep<T>({ life }: FunctionCall, step: string, run: () => T): T {
  return current.run({ step, life }, run);
}

/** Tells calls that are made in one go from those that are made one after the other. */
export class Turns {
  #now = 0;
  #isCounted = false;

  get now(): number {
    if (!this.#isCounted) {
      this.#isCounted = true;
      queueMicrotask(() => {
        this.#isCounted = false;
        this.#now += 1;
      });
    }
    return this.#now;
  }
}

interface InFlight {
  count: number;
  readonly turn: number;
}

export class Scope {
  readonly of: FunctionCall;
  readonly prefix: string;
  readonly #counts = new Map<string, number>();
  readonly #inFlight = new Map<string, InFlight>();

  constructor(of: FunctionCall, prefix = '') {
    this.of = of;
    this.prefix = prefix;
  }

  /** The key of the next call of this name. */
  nextKey(name: string): string {
    if (typeof name !== 'string' || name === '' || name.includes('#')) throw notName(name);
    const count = (this.#counts.get(name) ?? 0) + 1;
    this.#counts.set(name, count);
    return `${this.prefix}${name}#${count}`;
  }

  /** Makes a call in its turn: after what was recorded before it, and one result after the other. */
  async act<T>(name: string, run: (key: string) => Promise<T>): Promise<T> {
    this.refuseInside(name);
    this.#begin(name);
    const key = this.nextKey(name);
    try {
      return await inTurn(this.of, key, () => run(key));
    } finally {
      this.#end(name);
    }
  }

  refuseInside(inner: string): void {
    const around = current.getStore();
    if (around !== undefined && around.life === this.of.life)
      throw nested({ step: around.step, inner });
  }

  #begin(name: string): void {
    const turn = this.of.turns.now;
    const found = this.#inFlight.get(name);
    if (found === undefined) this.#inFlight.set(name, { count: 1, turn });
    else if (found.turn === turn) found.count += 1;
    else throw ambiguous(`${this.prefix}${name}`);
  }

  #end(name: string): void {
    const found = this.#inFlight.get(name);
    if (found !== undefined && --found.count === 0) this.#inFlight.delete(name);
  }
}

function notName(given: unknown): TypeError {
  const shown = typeof given === 'string' ? JSON.stringify(given) : `Of type ${typeof given}, it`;
  return new TypeError(
    `${shown} cannot be the name of a call: the first argument is a text that is not empty and has no "#", as in io.step('pay', …).`,
  );
}

/** Nothing comes of it, and whoever awaits it should be able to find out why. */
function warnLate({ workflow, call }: FunctionCall): void {
  process.emitWarning(
    `The workflow "${workflow}" has ended (run ${call.run}), and its io was called after that: the call is never made. Await every call before the function returns.`,
    { type: 'SkeinWarning' },
  );
}

/** What an `io` call gives to the function (S3). */
export function unheard<T>(of: FunctionCall, made: Promise<T>): Promise<T> {
  const { life } = of;
  if (life.isOver) warnLate(of);
  const heard = made.catch((error: unknown) => {
    if (life.isOver) return never;
    throw error;
  });
  heard.catch(() => {});
  return heard;
}

const never = new Promise<never>(() => {});

export async function inTurn<T>(
  { order, io, isGivenUp }: FunctionCall,
  key: string,
  run: () => Promise<T>,
): Promise<T> {
  if (isGivenUp()) throw io.signal.reason;
  return order.inTurn(key, () => io.hold(), run);
}
