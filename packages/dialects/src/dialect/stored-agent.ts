import type { JsonObject } from '@skein/kernel';

/** An agent as it travels with a definition, or as it was stored before. */
export interface StoredAgent {
  readonly id: string;
  readonly name?: string | null;
  readonly systemPrompt?: string | null;
  readonly model?: string | null;
  readonly tools?: readonly StoredTool[] | null;
}

export interface StoredTool {
  readonly name: string;
  readonly description?: string | null;
  readonly parameters?: JsonObject | null;
}
