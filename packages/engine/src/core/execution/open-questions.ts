// Open questions
// What the function of a kind that asks several questions at a time waits for (kernel, SPEC K860). The journal hears of a question at
// once, and of the function's rest when nothing else of it is in flight: then its slot is free, and it may leave memory.
//
// Q1. Rest is told with the number of open questions: an answer that came meanwhile makes the numbers differ, and the function is told.
// Q2. It is looked for rest when all that follows from what the function was given has happened, in the same turn of the event loop.
import type { Json } from '@skein/kernel';
import { withoutUndefined } from '@skein/ports';
import { noTime, type Draft } from '../run/draft.ts';
import type { OpenExecution } from '../run/driven-run.ts';
import type { Suspension } from './execution-io.ts';

/** The call whose function asks. */
export interface AskingCall extends OpenExecution {
  readonly stepsInFlight: number;
}

export class OpenQuestions {
  readonly #call: AskingCall;
  readonly #open = new Map<string, Suspension>();
  readonly #untold = new Set<Suspension>();
  /** Frees the slot, then posts. */
  readonly #rest: (post: () => void) => void;
  #isLooking = false;
  isResting = false;

  constructor(call: AskingCall, rest: (post: () => void) => void) {
    this.#call = call;
    this.#rest = rest;
  }

  get areOpen(): boolean {
    return this.#open.size > 0;
  }

  add(suspension: Suspension): void {
    this.#open.set(suspension.key, suspension);
    this.#untold.add(suspension);
    this.isResting = false;
    this.look();
  }

  /** Those that have their answers are no longer open. */
  take(recorded: ReadonlyMap<string, Json | undefined> | undefined): readonly Suspension[] {
    const answered = [...this.#open.values()].filter(({ key }) => recorded?.has(key) === true);
    for (const suspension of answered) {
      this.#open.delete(suspension.key);
      this.#untold.delete(suspension);
    }
    this.isResting = false;
    return answered;
  }

  withdraw(key: string, reason: unknown): void {
    const suspension = this.#open.get(key);
    if (suspension === undefined) return;
    this.#open.delete(key);
    this.#untold.delete(suspension);
    suspension.abort(reason);
  }

  abort(reason: unknown): void {
    for (const { abort } of this.#open.values()) abort(reason);
  }

  /** Something of the function has ended: perhaps it only waits now. */
  look(): void {
    if (this.#isLooking || this.#open.size === 0) return;
    this.#isLooking = true;
    setImmediate(() => {
      this.#isLooking = false;
      this.#tell();
    });
  }

  #tell(): void {
    if (!this.#call.live || this.isResting) return;
    const untold = [...this.#untold];
    this.#untold.clear();
    const [first] = this.#open.values();
    if (first === undefined) return;
    if (this.#call.stepsInFlight > 0) {
      for (const each of untold) this.#post(each);
      return;
    }
    // The newest question tells the rest too; without one, an old question is named again.
    const last = untold.pop() ?? first;
    for (const each of untold) this.#post(each);
    this.isResting = true;
    this.#rest(() => this.#post(last, this.#open.size));
  }

  #post({ key, question }: Suspension, open?: number): void {
    const { driver, effect } = this.#call;
    const { node, activation } = effect;
    const draft: Draft<'node.waiting'> = {
      seq: 0,
      at: noTime,
      id: '',
      type: 'node.waiting',
      node,
      activation,
      key,
      question,
      ...withoutUndefined({ open }),
    };
    driver.post(draft, this.#call);
  }
}
