import type { Derived, JsonObject, NodeId, RunEvent } from '@skein/kernel';

/** One item of a run's live stream. */
export type RunUpdate =
  /** A row of the journal, with what the kernel derived from it. */
  | {
      readonly type: 'event';
      readonly seq: number;
      readonly event: RunEvent;
      readonly derived: readonly Derived[];
    }
  /** Tokens, progress: sent by a running node, never journaled. */
  | {
      readonly type: 'transient';
      readonly node: NodeId;
      readonly activation: number;
      readonly data: JsonObject;
    };
