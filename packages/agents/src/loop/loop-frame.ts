import type { NodeCall, NodeIo } from '@skein/ports';
import type { CallRule } from './agent-plan.ts';
import type { Inside } from './recorded-steps.ts';

/** Where a loop runs: in the activation's own node, or in a subagent call inside it. */
export interface LoopFrame {
  readonly call: NodeCall;
  readonly io: NodeIo;
  readonly node: string;
  readonly nodeName: string;
  /** Absent at the top. */
  readonly inside: Inside | undefined;
  /** The ids of the subagent calls above, each followed by a slash; the beginning of every step's name. */
  readonly path: string;
  /** The rules of this agent and of those above it: a subagent needs no fewer approvals than its parent. */
  readonly rules: readonly CallRule[];
  /** Whether other calls run beside this frame: then what it asks and calls is named by its path, and not by its order. */
  readonly isBeside: boolean;
  /** Settles when the call before this one is recorded: results stand in the journal in the order of the message. */
  readonly turn: Promise<unknown> | undefined;
  /**
   * Tool calls begun so far. They begin in a fixed order, so the number identifies the same call in a replay; agents that run beside
   * others count on their own.
   */
  readonly counter: { calls: number; readonly prefix: string };
}

/** The name of a question, so that it finds its answer in every attempt; empty where questions are asked in a fixed order. */
export function waitName({ inside, isBeside, path }: LoopFrame): string {
  return inside !== undefined && isBeside ? `${path}wait` : '';
}

export function topFrame(call: NodeCall, io: NodeIo, rule: CallRule = {}): LoopFrame {
  return {
    call,
    io,
    node: call.node,
    nodeName: call.nodeName,
    inside: undefined,
    path: '',
    rules: [rule],
    isBeside: false,
    turn: undefined,
    counter: { calls: 0, prefix: '' },
  };
}
