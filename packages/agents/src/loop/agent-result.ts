import type { Json } from '@skein/kernel';
import type { ModelMessage } from '@skein/ports';
import type { AgentPlan } from './agent-plan.ts';
import type { LoopFrame } from './loop-frame.ts';
import type { RecordedModel } from './recorded-steps.ts';

export interface AgentResult {
  /** The final text, or with a schema the parsed object. */
  readonly value: Json;
  readonly text: string;
  /** What came after the messages of the plan: replies with their calls, results, the final reply. */
  readonly messages: readonly ModelMessage[];
  /** Model calls made, those of subagents not included. */
  readonly turns: number;
  /** Who gave the final answer. */
  readonly provider: string;
  readonly model: string;
  /** How the first turn's history was sent, where a session was asked for. */
  readonly historySent: RecordedModel['historySent'];
  /** Under which the provider keeps the conversation. */
  readonly session: string | undefined;
  /** How many messages of the context the agent has seen. */
  readonly history: number;
}

export type RunLoop = (plan: AgentPlan, frame: LoopFrame) => Promise<AgentResult>;
