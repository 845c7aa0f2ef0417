// The hook of a host after each activation
// It only hears: nothing waits for it, and what it throws is reported and changes nothing.
import type { NodeId, RunId, Usage, VersionId, WorkflowId } from '@skein/kernel';

export type OnStep = (step: StepEnd) => void | Promise<void>;

/** An activation that has ended; it is in the journal. */
export interface StepEnd {
  readonly run: RunId;
  /** The run at the top of which `run` is a child, at any depth; absent when it has no parent. */
  readonly root?: RunId;
  readonly workflow: { readonly id: WorkflowId; readonly version: VersionId };
  /** The owner of the run. */
  readonly user?: string;
  readonly node: NodeId;
  readonly type: string;
  readonly activation: number;
  /** How often it was tried. */
  readonly attempts: number;
  readonly status: 'completed' | 'failed' | 'cancelled';
  /** From its start to its end, with retries and waits in between. */
  readonly durationMs: number;
  /** What it spent in this process: calls of models, tokens, USD. */
  readonly usage: Usage;
  /** Why it failed. */
  readonly error?: { readonly code: string; readonly message: string };
}
