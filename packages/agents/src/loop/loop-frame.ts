import type { NodeCall, NodeIo } from '@skein/ports';
import type { ApproveRule } from './agent-plan.ts';
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
  readonly approve: readonly ApproveRule[];
  /** Tool calls made so far in this activation. Calls run one by one, so the number identifies the same call in a replay. */
  readonly counter: { calls: number };
}

export function topFrame(call: NodeCall, io: NodeIo, approve: ApproveRule = false): LoopFrame {
  return {
    call,
    io,
    node: call.node,
    nodeName: call.nodeName,
    inside: undefined,
    path: '',
    approve: [approve],
    counter: { calls: 0 },
  };
}
