import type { GraphNode, Json, JsonObject, Output, WaitQuestion } from '@skein/kernel';

export type ExecutionStatus = 'pending' | 'running' | 'completed' | 'failed' | 'cancelled';

export interface StepExecution {
  readonly node: GraphNode;
  readonly activation: number;
  status: ExecutionStatus;
  readonly createdAt: number;
  startedAt: number | null;
  finishedAt: number | null;
  error: string | null;
  /** As resolved; null before it started. */
  config: JsonObject | null;
  /** Results of its effects, in order. */
  readonly recorded: Json[];
  output: Output | null;
  /** The open question that it waits for. */
  waiting: OpenQuestion | null;
}

export interface OpenQuestion {
  readonly wait: string;
  readonly question: WaitQuestion;
}
