import type { JsonObject } from '@skein/kernel';
import type { Awaitable } from '../awaitable.ts';
import type { Page } from '../page.ts';

/**
 * Steps of the dialect pipeline on their own, in the table of its original design. Those of saved definitions are here
 * too, and change with their definition: `put` is for steps that no workflow has.
 */
export interface StepStore {
  /** False when the user has a step with this id already; nothing is changed then. */
  create(step: StepRecord): Awaitable<boolean>;
  put(step: StepRecord): Awaitable<void>;
  get(id: string, user: string): Awaitable<StepRecord | undefined>;
  /** In the order of their ids. */
  list(filter: {
    readonly user: string;
    readonly type?: string;
    readonly cursor?: string;
    readonly limit?: number;
  }): Awaitable<Page<StepRecord>>;
  delete(id: string, user: string): Awaitable<boolean>;
}

export interface StepRecord {
  readonly id: string;
  readonly user: string;
  readonly name: string;
  /** `custom_llm`, `custom_agent`, `stop_checker`. */
  readonly type: string;
  /** Everything else that the step says. */
  readonly details: JsonObject;
  readonly createdAt: number;
  readonly updatedAt: number;
}
