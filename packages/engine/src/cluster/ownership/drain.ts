// Draining
// The orderly end of a process: what is in flight finishes and is recorded, up to a limit; then the engine gives everything up as if it
// had died.
//
// D1. From its first moment nothing begins: no run, no function, no retry, no child, no claim. What would have begun is in the journal,
//     and whoever opens the run next begins it.
// D2. The lease is renewed until the end: nobody else calls a function that is still in flight here.
// D3. A tree without a function in flight is released at once, where others share the store: they do not wait for the rest.
// D4. A function that waits for a person is not in flight.
// D6. Events on their way are in flight too, those of nodes and those of callers. As long as there are some no tree is released, and a run
//     that one of them is for may still be opened: it takes the event and begins nothing.
// D5. The limit is measured by the process, not by the clock of the engine: an engine on a test's clock must end too.
import type { NodeId, RunId } from '@skein/kernel';
import { EngineError } from '@skein/ports';
import type { RunRegistry } from '../../core/driver/run-registry.ts';
import type { DrivenRun, OpenCall } from '../../core/run/driven-run.ts';
import type { Ports } from '../../engine-ports.ts';
import type { OpenSends } from '../open-sends.ts';
import type { OpenTrees } from '../peers.ts';
import { isIdleTree, rootOf, treeOf, wakeTime } from './residents.ts';

export interface DrainOptions {
  /** How long functions in flight may continue, in milliseconds; default 10,000. With 0 they are aborted at once. */
  readonly drainMs?: number;
  /** Called first, with what is in flight. */
  readonly onDraining?: (calls: readonly DrainedCall[]) => void;
}

/** A call of a function, or an event of a node, that was in flight when the drain began. */
export interface DrainedCall {
  readonly run: RunId;
  readonly node: NodeId;
  readonly activation: number;
}

export interface Drained {
  /** They ended, and how is recorded. */
  readonly finished: readonly DrainedCall[];
  /** They did not end in time: they are called again, unless they must not happen twice. */
  readonly aborted: readonly DrainedCall[];
}

interface DrainRuntime
  extends Pick<RunRegistry, 'drivers'>, Ports<'clock' | 'sharing' | 'onProblem'> {
  readonly trees: OpenTrees;
  readonly sends: OpenSends;
}

interface InFlightCall {
  readonly run: DrivenRun;
  readonly call: OpenCall;
}

export const drainMsDefault = 10_000;
const lookMs = 20;

export class Drain {
  readonly #runtime: DrainRuntime;
  readonly #open: InFlightCall[] = [];
  /** Runs that have something in flight. */
  readonly #busy = new Set<DrivenRun>();
  readonly #ended = Promise.withResolvers<Drained>();
  readonly #looking: NodeJS.Timeout;
  #limit: NodeJS.Timeout | undefined;
  #until = Infinity;
  #isOver = false;
  #wereSent = true;

  constructor(runtime: DrainRuntime, { onDraining }: DrainOptions) {
    this.#runtime = runtime;
    for (const driver of runtime.drivers.values()) {
      if (!isQuiet(driver)) this.#busy.add(driver);
      this.#open.push(...inFlightOf(driver));
    }
    onDraining?.(this.#open.map(nameOf));
    this.#looking = setInterval(() => this.#look(), lookMs);
    this.#look();
  }

  /** Ends at this time at the latest; whoever asks for less shortens it for all. */
  ended(drainMs: number): Promise<Drained> {
    const until = performance.now() + drainMs;
    if (drainMs <= 0) this.#end();
    else if (until < this.#until && !this.#isOver) {
      clearTimeout(this.#limit);
      this.#until = until;
      this.#limit = setTimeout(() => this.#end(), drainMs);
    }
    return this.#ended.promise;
  }

  /** What became of the calls, once it is over. */
  get drained(): Promise<Drained> {
    return this.#ended.promise;
  }

  /** A look, not a signal: the ways in which a call can end are many, and a drain is short. */
  #look(): void {
    // D6.
    if (this.#runtime.sends.areInFlight) {
      this.#wereSent = true;
      return;
    }
    if (this.#wereSent) this.#releaseAll();
    this.#wereSent = false;
    for (const driver of this.#busy) {
      if (!isQuiet(driver)) continue;
      this.#busy.delete(driver);
      this.#release(rootOf(driver));
    }
    if (this.#busy.size === 0) this.#end();
  }

  #end(): void {
    if (this.#isOver) return;
    this.#isOver = true;
    clearInterval(this.#looking);
    clearTimeout(this.#limit);
    const [aborted, finished] = [this.#open.filter(isOpen), this.#open.filter((x) => !isOpen(x))];
    this.#ended.resolve({ finished: finished.map(nameOf), aborted: aborted.map(nameOf) });
  }

  #releaseAll(): void {
    for (const driver of this.#runtime.drivers.values()) {
      if (driver.parent === null) this.#release(driver);
    }
  }

  /** To the others (D3). */
  #release(root: DrivenRun): void {
    const { sharing, trees, clock } = this.#runtime;
    if (sharing === null || root.isGone) return;
    const tree = treeOf(root);
    if (!tree.every((driver) => !driver.isGone && isQuiet(driver))) return;
    const now = clock.now();
    const isIdle = isIdleTree(root, now);
    for (const { watchers } of tree) watchers.fail(new EngineError('ENGINE_CLOSED', {}));
    trees.close(tree, (driver) => (isIdle ? wakeTime(driver) : now));
  }
}

/** Nothing of it is in flight, or on its way into the journal. */
function isQuiet(driver: DrivenRun): boolean {
  return driver.isGone || (!driver.isBusy && inFlightOf(driver).length === 0);
}

function inFlightOf(run: DrivenRun): readonly InFlightCall[] {
  const found: InFlightCall[] = [];
  for (const call of run.inFlight.executions.values()) {
    if (call.isInFlight) found.push({ run, call });
  }
  return found;
}

function isOpen({ call }: InFlightCall): boolean {
  return call.live && call.isInFlight;
}

function nameOf({ run, call: { effect } }: InFlightCall): DrainedCall {
  return { run: run.id, node: effect.node, activation: effect.activation };
}
