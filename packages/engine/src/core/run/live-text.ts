// Live text
// What a call in flight has streamed so far, by the step that streams it. Tokens are not journaled: who comes late gets the
// text so far in one piece. Each piece says where it begins, so a reader may get one twice.
import { ownValue, type JsonObject } from '@skein/kernel';

/** A piece of text, as `emit` was given it, with its step and its place in the text of that step. */
export interface Piece {
  readonly data: JsonObject;
  /** The number of the newest row when it was streamed. */
  readonly after: number;
}

interface StepText {
  readonly about: JsonObject;
  text: string;
  after: number;
}

export class LiveText {
  /** By the key of the step; empty for what is said outside of steps. */
  readonly #texts = new Map<string, StepText>();

  /** What watchers are told of an event: of a token also where it belongs. */
  take(event: JsonObject, after: number): JsonObject {
    const { type, text, ...about } = event;
    if (type !== 'token' || typeof text !== 'string') return event;
    const given = ownValue(about, 'step');
    const step = typeof given === 'string' ? given : '';
    const known = this.#texts.get(step);
    const at = known?.text.length ?? 0;
    if (known === undefined) this.#texts.set(step, { about, text, after });
    else {
      known.text += text;
      known.after = after;
    }
    return { ...about, type, step, at, text };
  }

  /** The text of the step is recorded. */
  forget(step: string): void {
    this.#texts.delete(step);
    this.#texts.delete('');
  }

  /** All that was streamed and is not recorded yet. */
  pieces(): readonly Piece[] {
    return [...this.#texts].map(([step, { about, text, after }]) => ({
      data: { ...about, type: 'token', step, at: 0, text },
      after,
    }));
  }
}
