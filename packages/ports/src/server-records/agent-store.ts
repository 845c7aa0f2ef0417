import type { Json } from '@skein/kernel';
import type { Awaitable } from '../awaitable.ts';
import type { Page } from '../page.ts';

/** Agents of the dialect agent-graph, in the table of their original design. Those of saved definitions are here too. */
export interface AgentStore {
  /** False when the user has an agent with this id already; nothing is changed then. */
  create(agent: AgentRecord): Awaitable<boolean>;
  /** New, or in the place of the one with this id. */
  put(agent: AgentRecord): Awaitable<void>;
  get(id: string, user: string): Awaitable<AgentRecord | undefined>;
  /** In the order of their ids. */
  list(filter: {
    readonly user: string;
    readonly cursor?: string;
    readonly limit?: number;
  }): Awaitable<Page<AgentRecord>>;
  delete(id: string, user: string): Awaitable<boolean>;
}

export interface AgentRecord {
  readonly id: string;
  readonly user: string;
  readonly name: string | null;
  readonly systemPrompt: string | null;
  readonly model: string | null;
  readonly tools: Json;
}
