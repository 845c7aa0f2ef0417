// Simulated calls
// Node functions that start and finish when the simulation says so, in any order, and that sometimes fail.
import type { NodeCall, NodeIo, NodeType } from '@skein/ports';
import { watchedIo } from './watched-io.ts';

export type CallOutcome =
  | 'work'
  /** Fails before it has done anything. */
  | 'fail'
  /** Does its work, then fails: the effect happened but its result is lost. */
  | 'fail late';

export interface SimulatedCall {
  readonly name: string;
  /** The number of the engine that made the call. */
  readonly engine: number;
  go(outcome: CallOutcome): void;
}

export interface CallDesk {
  /** The number of the current engine: calls of earlier ones belong to a dead process. */
  readonly engine: () => number;
  readonly add: (call: SimulatedCall) => void;
  /** Called for each step whose effect is really executed. */
  readonly onStep: (call: NodeCall, key: string) => void;
}

export function simulatedTypes(
  nodeTypes: ReadonlyMap<string, NodeType>,
  desk: CallDesk,
): ReadonlyMap<string, NodeType> {
  return new Map(
    [...nodeTypes].map(([type, nodeType]) => {
      const { run, halves } = nodeType;
      if (run === undefined) return [type, nodeType];
      // Where there are two halves, the engine calls the first one instead.
      const both = halves && {
        halves: { ...halves, call: simulated((call, io) => halves.call(call, io), desk) },
      };
      return [type, { ...nodeType, run: simulated(run, desk), ...both }];
    }),
  );
}

type Called<T> = (call: NodeCall, io: NodeIo) => T | Promise<T>;

function simulated<T>(run: Called<T>, desk: CallDesk): (call: NodeCall, io: NodeIo) => Promise<T> {
  return (call, io) =>
    new Promise<T>((resolve, reject) => {
      const engine = desk.engine();
      desk.add({
        name: `${call.node}#${call.activation}`,
        engine,
        go(outcome) {
          const watching = watchedIo(io, (key) => {
            if (engine === desk.engine()) desk.onStep(call, key);
          });
          perform(outcome, () => run(call, watching)).then(resolve, reject);
        },
      });
    });
}

async function perform<T>(outcome: CallOutcome, work: () => T | Promise<T>): Promise<T> {
  if (outcome === 'fail') throw failure('before its work');
  const result = await work();
  if (outcome === 'fail late') throw failure('after its work');
  return result;
}

function failure(when: string): Error {
  return Object.assign(new Error(`A simulated failure ${when}.`), { code: 'SIMULATED' });
}
