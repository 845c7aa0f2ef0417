// What threads need of an engine
// Named here, because this room knows no engine: every engine of Skein offers it, the one of a server too.
import type { Derived, Json, JsonObject, RunEvent } from '@skein/kernel';
import type { MemoryEntry, MemoryPage } from '@skein/ports';

export type ThreadUpdate =
  | {
      readonly type: 'event';
      readonly seq: number;
      readonly event: RunEvent;
      readonly derived: readonly Derived[];
    }
  | { readonly type: 'transient'; readonly data: JsonObject };

interface MemoryOwner {
  readonly user?: string;
  readonly scope?: string;
}

export interface ThreadHost {
  readonly runs: {
    start(
      workflow: string,
      options: {
        readonly input: Json;
        readonly user?: string;
        readonly version?: string;
        readonly idempotencyKey: string;
      },
    ): Promise<{ readonly id: string }>;
    get(run: string): Promise<{
      readonly status: string;
      readonly seq: number;
      readonly input: Json;
      readonly waits: readonly { readonly id: string }[];
    }>;
    record(
      run: string,
    ): Promise<{ readonly user?: string; readonly workflow: { readonly id: string } }>;
    events(
      run: string,
      options: { readonly after: number; readonly signal: AbortSignal },
    ): AsyncIterable<ThreadUpdate>;
    resume(run: string): Promise<unknown>;
    cancel(run: string): Promise<unknown>;
  };
  readonly workflows: {
    save(
      definition: object,
      options: { readonly id: string; readonly user?: string; readonly isHidden: true },
    ): Promise<{ readonly version: string }>;
  };
  readonly waits: {
    get(wait: string): Promise<{ readonly user?: string }>;
    answer(
      wait: string,
      answer: Json,
      options: { readonly by?: string },
    ): Promise<{ readonly run: string }>;
  };
  readonly memory: {
    get(key: string, options: MemoryOwner): Promise<MemoryEntry | null>;
    list(
      options: MemoryOwner & {
        readonly cursor?: string;
        readonly limit: number;
        readonly order?: 'oldest' | 'changed';
      },
    ): Promise<MemoryPage>;
    set(key: string, value: Json, options: MemoryOwner): Promise<unknown>;
    delete(key: string, options: MemoryOwner): Promise<unknown>;
  };
}
