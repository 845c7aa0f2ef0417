// Where live text ends
// A reader gets rows from the journal and tokens from a feed. A row that is read early may record a text whose tokens are still
// in the feed: those are old news.
import type { ActivationName, RunEvent } from '@skein/kernel';
import type { RunUpdate } from '../../core/run/run-update.ts';

export type Transient = Extract<RunUpdate, { readonly type: 'transient' }>;

export class StreamEnds {
  /** Rows up to this one ended nothing that a reader of these texts can still get. */
  readonly #from: number;
  /** The newest row that ended the texts of an activation, and those of its steps. */
  readonly #ends = new Map<string, { seq: number; readonly steps: Map<string, number> }>();

  constructor(texts: readonly Transient[], newest: number) {
    this.#from = Math.min(newest, ...texts.map(({ after = newest }) => after));
  }

  note(event: RunEvent): void {
    if (event.seq <= this.#from) return;
    if (event.type === 'step.recorded') {
      this.#of(event).steps.set(event.key, event.seq);
      return;
    }
    const isEnd =
      event.type === 'node.completed' ||
      event.type === 'node.failed' ||
      event.type === 'attempt.failed';
    if (!isEnd) return;
    const ends = this.#of(event);
    ends.seq = event.seq;
    ends.steps.clear();
  }

  /** Whether what it is a part of has been recorded since. */
  isOver({ node, activation, after, data }: Transient): boolean {
    const ends = this.#ends.get(nameOf({ node, activation }));
    if (ends === undefined || after === undefined) return false;
    const { step } = data;
    const recorded = typeof step === 'string' ? (ends.steps.get(step) ?? 0) : 0;
    return after < Math.max(ends.seq, recorded);
  }

  #of(name: ActivationName): { seq: number; readonly steps: Map<string, number> } {
    const key = nameOf(name);
    const known = this.#ends.get(key) ?? { seq: 0, steps: new Map<string, number>() };
    this.#ends.set(key, known);
    const [oldest] = this.#ends.keys();
    if (this.#ends.size > endsMax && oldest !== undefined) this.#ends.delete(oldest);
    return known;
  }
}

/** Old news comes soon or never. */
const endsMax = 1000;

function nameOf({ node, activation }: ActivationName): string {
  return `${activation} ${node}`;
}
