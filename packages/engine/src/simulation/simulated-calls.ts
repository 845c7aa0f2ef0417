// Simulated calls
// Node functions that begin and end when the simulation says so, in any order, and that sometimes fail.
import type { Json, NodeResult } from '@skein/kernel';
import type { NodeCall, NodeFunction, NodeIo, NodeType, StepOptions } from '@skein/ports';

export type CallOutcome =
  | 'work'
  /** Fails before it has done anything. */
  | 'fail'
  /** Does its work, then fails: the effect happened and its result is lost. */
  | 'fail late';

export interface SimulatedCall {
  readonly name: string;
  /** The number of the engine that made it. */
  readonly engine: number;
  go(outcome: CallOutcome): void;
}

export interface CallDesk {
  /** The number of the engine at work: calls of earlier ones belong to a process that is dead. */
  readonly engine: () => number;
  readonly add: (call: SimulatedCall) => void;
  /** Hears of each effect of a step that is really made. */
  readonly onStep: (call: NodeCall, key: string) => void;
}

export function simulatedTypes(
  nodeTypes: ReadonlyMap<string, NodeType>,
  desk: CallDesk,
): ReadonlyMap<string, NodeType> {
  return new Map(
    [...nodeTypes].map(([type, nodeType]) => {
      const { run } = nodeType;
      return [type, run === undefined ? nodeType : { ...nodeType, run: simulated(run, desk) }];
    }),
  );
}

function simulated(run: NodeFunction, desk: CallDesk): NodeFunction {
  return (call, io) =>
    new Promise<NodeResult>((resolve, reject) => {
      const engine = desk.engine();
      desk.add({
        name: `${call.node}#${call.activation}`,
        engine,
        go(outcome) {
          perform(outcome, () => run(call, watched(io, { call, engine, desk }))).then(
            resolve,
            reject,
          );
        },
      });
    });
}

async function perform(
  outcome: CallOutcome,
  work: () => NodeResult | Promise<NodeResult>,
): Promise<NodeResult> {
  if (outcome === 'fail') throw failure('before its work');
  const result = await work();
  if (outcome === 'fail late') throw failure('after its work');
  return result;
}

function failure(when: string): Error {
  return Object.assign(new Error(`A simulated failure ${when}.`), { code: 'SIMULATED' });
}

/** The same io with an eye on the steps. */
function watched(
  io: NodeIo,
  {
    call,
    engine,
    desk,
  }: { readonly call: NodeCall; readonly engine: number; readonly desk: CallDesk },
): NodeIo {
  const counts = new Map<string, number>();
  return {
    get signal() {
      return io.signal;
    },
    get idempotencyKey() {
      return io.idempotencyKey;
    },
    step<T extends Json | undefined>(
      name: string,
      effect: () => T | Promise<T>,
      options?: StepOptions<T>,
    ): Promise<T> {
      const count = (counts.get(name) ?? 0) + 1;
      counts.set(name, count);
      const made = () => {
        if (engine === desk.engine()) desk.onStep(call, `${name}#${count}`);
        return effect();
      };
      return io.step(name, made, options);
    },
    wait: (question) => io.wait(question),
    emit: (event) => io.emit(event),
    spend: (usage) => io.spend(usage),
    usage: () => io.usage(),
    now: () => io.now(),
    context: (id) => io.context(id),
    model: (name) => io.model(name),
    get tools() {
      return io.tools;
    },
    get subagents() {
      return io.subagents;
    },
    get attemptsLeft() {
      return io.attemptsLeft;
    },
  };
}
