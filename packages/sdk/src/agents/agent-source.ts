import type { SdkModelObject, StandardSchema } from '@skein/agents';
import type { ModelSettings } from '@skein/ports';
import type { AgentTools } from './tool.ts';

/**
 * How much of a thread is sent to the model: the last messages, as many as fit into so many tokens (estimated), or so many messages of
 * which the older half becomes a summary, which the model itself writes, when there are more.
 */
export type History =
  | { readonly last: number }
  | { readonly tokens: number }
  | { readonly summarize: number };

/** An agent as its code gave it, without the types. */
export interface AgentSource extends ModelSettings {
  readonly id: string;
  readonly model?: string | SdkModelObject;
  readonly instructions?: string;
  readonly tools: AgentTools;
  readonly output?: StandardSchema;
  readonly maxTurns?: number;
  readonly history?: History;
}
