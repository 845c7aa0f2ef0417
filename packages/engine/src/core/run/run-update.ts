import type { Derived, JsonObject, NodeId, RunEvent, RunId } from '@skein/kernel';

/** One item of a run's live stream. */
export type RunUpdate =
  /** A row of the journal, with what the kernel derived from it. */
  | {
      readonly type: 'event';
      readonly seq: number;
      readonly event: RunEvent;
      readonly derived: readonly Derived[];
      /** With `tree`: the run that it is a row of. */
      readonly run?: RunId;
      /** With `tree`: where the stream of the tree resumes after it. */
      readonly cursor?: string;
    }
  /**
   * Tokens, progress: sent by a running node, never journaled. A token says which step of the activation streams it, and at
   * which place of that step's text; a reader who comes late first gets the text so far, from place 0.
   */
  | {
      readonly type: 'transient';
      readonly node: NodeId;
      readonly activation: number;
      /** The number of the newest row when it was sent, where that is known. */
      readonly after?: number;
      readonly data: JsonObject;
      /** With `tree`: the run whose node sent it. */
      readonly run?: RunId;
    };
