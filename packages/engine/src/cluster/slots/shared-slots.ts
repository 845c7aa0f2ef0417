// Slots across runs
// Takes the slots that runs of this process ask for, one after the other, and tells each run when it has all of them. Owns: who
// waits in this process. Does not own: who has what (the store).
//
// H1. What is asked for is asked in the order of the keys, and kept while the next one is waited for: all processes take slots that are
//     given back before those that only time frees. So two activations never wait for each other; what can are trees of runs, where one
//     above holds a slot (Deadlocks).
// H2. A run that is taken over asks again for what it has. If it was given to others meanwhile, its functions wait until they have it back.
// H3. Nothing is polled while nobody here waits. While somebody does: for grants of other processes by their signals, or where there
//     are none by a look at the store; for what ends without a word (a process, a period) at longer intervals.
import { askedSlots } from '@skein/kernel';
import type {
  GrantedSlot,
  SlotName,
  SlotNews,
  SlotRecord,
  SlotStore,
  SupersededSlot,
} from '@skein/ports';
import { unplaced } from '../../core/run/draft.ts';
import type { DrivenRun } from '../../core/run/driven-run.ts';
import type { OpenSlot } from '../../core/run/open-things.ts';
import type { Ports } from '../../engine-ports.ts';
import { tryLater } from '../try-later.ts';
import { failureOf } from '../../state/values/failure-of.ts';
import { deadlockError, findDeadlock, type DeadlockRuntime } from './find-deadlock.ts';
import { slotAsk, slotNames, wantsOf } from './slot-names.ts';

type SlotPorts = DeadlockRuntime &
  Ports<'store' | 'clock' | 'sharing' | 'isDraining' | 'onProblem'>;

/** Where other processes say what they grant, a look at the store is only for signals that got lost. */
const signalledPollMs = 2000;
/** How often ends without a word are looked for, of processes above all. */
const lookMs = 5000;
const keysAtOnce = 200;
/** Whoever waits is looked at after this time, then after twice as long, and so on. */
const deadlockMs = 5000;
const deadlockMaxMs = 300_000;
const deadlocksAtOnce = 20;

interface Waiting {
  readonly run: DrivenRun;
  readonly slot: OpenSlot;
  readonly name: SlotName;
  /** Only the newest of those who wait for it gets it. */
  readonly isQuiet: boolean;
  readonly granted: () => void;
  /** When it is looked for a deadlock next, and how long after that. */
  lookAt: number;
  lookMs: number;
}

export class SharedSlots {
  readonly #runtime: SlotPorts;
  readonly #store: SlotStore;
  readonly #waiting = new Map<string, Waiting>();
  /** When time makes room for a key that somebody here waits for. */
  readonly #nextAt = new Map<string, number>();
  #lookedAt = 0;
  #cancelPoll: (() => void) | null = null;
  #polling: Promise<void> | null = null;
  #stopListening: Promise<() => void> | null = null;

  constructor(runtime: SlotPorts, store: SlotStore) {
    this.#runtime = runtime;
    this.#store = store;
  }

  /** Takes what it asks for, and tells the run. */
  take(run: DrivenRun, slot: OpenSlot): void {
    this.#then(slot, () => this.#takeFrom(run, slot, 0));
  }

  /** Gives back what it has, or no longer waits for it. */
  free(run: DrivenRun, slot: OpenSlot): void {
    const names = slotNames(run, slot.effect);
    for (const name of names) this.#forget(name);
    this.#then(slot, () => this.#freeAll(names));
  }

  /** Gives back what the run had in a process that died before it could do so. */
  sync(run: DrivenRun): void {
    const kept = new Set(
      askedSlots(run.state).flatMap((asked) => slotNames(run, asked).map(nameText)),
    );
    const left = async () => {
      const strays = (await this.#store.ofRun(run.id)).filter((name) => !kept.has(nameText(name)));
      if (strays.length > 0) await this.#freeAll(strays);
    };
    left().catch((error: unknown) => tryLater(this.#runtime, error, () => this.sync(run)));
  }

  /** Who has a key and who waits for it, in their order. */
  async list(key: string, limit: number): Promise<readonly SlotRecord[]> {
    return this.#store.list(key, limit);
  }

  close(): void {
    this.#cancelPoll?.();
    this.#waiting.clear();
    this.#stopListening?.then(
      (stop) => stop(),
      () => {},
    );
  }

  /** One thing after the other: what is freed while it is asked for must be freed after that. */
  #then(slot: OpenSlot, work: () => void | Promise<void>): void {
    if (slot.work === null) {
      const done = work();
      if (done === undefined) return;
      slot.work = done.finally(() => (slot.work = null));
    } else slot.work = slot.work.then(work);
    slot.work.catch(() => {});
  }

  #takeFrom(run: DrivenRun, slot: OpenSlot, index: number): void | Promise<void> {
    const want = wantsOf(slot)[index];
    if (!slot.live || this.#runtime.isDraining) return;
    if (want === undefined) {
      this.#tell(run, slot);
      return;
    }
    const asked = slotAsk(run, slot.effect, want);
    const taken = () => this.#then(slot, () => this.#takeFrom(run, slot, index + 1));
    const name = { key: asked.key, id: asked.id };
    // A run below another may wait for what is held above it.
    const lookAt = this.#runtime.clock.now() + (run.parent === null ? deadlockMs : 0);
    const isQuiet = want.quietMs !== undefined;
    const waiting = { run, slot, name, isQuiet, granted: taken, lookAt, lookMs: deadlockMs };
    this.#waiting.set(nameText(name), waiting);
    return this.#perform(
      () => this.#store.ask(asked, this.#runtime.clock.now()),
      (news) => this.#hear(asked.key, news),
      () => this.#then(slot, () => this.#takeFrom(run, slot, index)),
    );
  }

  /** All that it asked for is taken. */
  #tell(run: DrivenRun, slot: OpenSlot): void {
    const { node, activation } = slot.effect;
    const { regained } = slot;
    slot.regained = null;
    if (regained !== null) {
      for (const begin of regained) begin();
      return;
    }
    const place = node === undefined || activation === undefined ? {} : { node, activation };
    run.post({ ...unplaced, type: 'slot.granted', ...place }, slot);
  }

  #freeAll(names: readonly SlotName[]): void | Promise<void> {
    return this.#perform(
      () => this.#store.free(names, this.#runtime.clock.now()),
      (news) => this.#hear(null, news),
      () => void Promise.resolve(this.#freeAll(names)).catch(this.#runtime.onProblem),
    );
  }

  /** Without leaving the tick where the store answers at once. */
  #perform(
    work: () => SlotNews | Promise<SlotNews>,
    hear: (news: SlotNews) => void,
    again: () => void,
  ): void | Promise<void> {
    const failed = (error: unknown) => {
      if (!this.#runtime.isDraining) tryLater(this.#runtime, error, again);
    };
    try {
      const news = work();
      if (!(news instanceof Promise)) return hear(news);
      return news.then((later) => hear(later), failed);
    } catch (error) {
      failed(error);
    }
  }

  #hear(key: string | null, { granted, superseded, nextAt }: SlotNews): void {
    const elsewhere = [
      ...granted.filter((slot) => !this.#grant(slot)),
      ...superseded.filter((slot) => !this.#supersede(slot)),
    ];
    if (elsewhere.length > 0) this.#announce(elsewhere);
    if (key !== null && nextAt !== null) this.#nextAt.set(key, nextAt);
    this.#plan();
  }

  /** False when nobody here waits for it. */
  #grant(name: SlotName): boolean {
    const waiting = this.#waiting.get(nameText(name));
    if (waiting === undefined) return false;
    this.#waiting.delete(nameText(name));
    waiting.granted();
    return true;
  }

  #supersede({ by, ...name }: SupersededSlot): boolean {
    const waiting = this.#waiting.get(nameText(name));
    if (waiting === undefined) return false;
    this.#waiting.delete(nameText(name));
    const { run, slot } = waiting;
    const { node, activation } = slot.effect;
    if (node === undefined || activation === undefined) return true;
    run.post({ ...unplaced, type: 'slot.superseded', node, activation, by }, slot);
    return true;
  }

  #forget(name: SlotName): void {
    this.#waiting.delete(nameText(name));
  }

  #announce(slots: readonly GrantedSlot[]): void {
    const { signals } = this.#runtime.store;
    if (signals === undefined) return;
    const text = JSON.stringify({ is: 'slots', keys: slots.map(({ key }) => key).slice(0, 10) });
    // Whoever does not hear of it looks later.
    signals.send(text).catch(() => {});
  }

  #plan(): void {
    const { clock, sharing, isDraining } = this.#runtime;
    this.#dropGone();
    this.#cancelPoll?.();
    this.#cancelPoll = null;
    if (this.#waiting.size === 0 || isDraining) {
      this.#nextAt.clear();
      return;
    }
    const pollMs = sharing === null ? lookMs : this.#listen() ? signalledPollMs : sharing.pollMs;
    const lookAt = [...this.#waiting.values()].map((waiting) => waiting.lookAt);
    const at = Math.min(clock.now() + pollMs, ...this.#nextAt.values(), ...lookAt);
    this.#cancelPoll = clock.setTimer(Math.max(at, clock.now() + 1), () => this.#poll());
  }

  /** Runs that this process has given up: whoever drives them now asks for itself. */
  #dropGone(): void {
    for (const [text, { run, slot }] of this.#waiting) {
      if (run.isGone || !slot.live) this.#waiting.delete(text);
    }
  }

  /** Whether other processes tell what they grant. */
  #listen(): boolean {
    const { signals } = this.#runtime.store;
    if (signals === undefined) return false;
    this.#stopListening ??= signals.listen((text) => {
      if (this.#waiting.size > 0 && text.startsWith('{"is":"slots"')) this.#poll();
    });
    this.#stopListening.catch(() => (this.#stopListening = null));
    return true;
  }

  #poll(): void {
    if (this.#polling !== null || this.#runtime.isDraining) return;
    this.#polling = this.#look()
      .catch((error: unknown) => this.#runtime.onProblem(error))
      .finally(() => {
        this.#polling = null;
        this.#plan();
      });
  }

  async #look(): Promise<void> {
    const now = this.#runtime.clock.now();
    const waiting = [...this.#waiting.values()];
    const names = waiting.map(({ name }) => name);
    for (const name of await this.#store.granted(names)) this.#grant(name);
    const quiet = waiting.filter(({ isQuiet }) => isQuiet).map(({ name }) => name);
    if (quiet.length > 0) {
      for (const slot of await this.#store.superseded(quiet)) this.#supersede(slot);
    }
    const keys = new Set<string>();
    for (const [key, at] of this.#nextAt) if (at <= now) keys.add(key);
    if (now >= this.#lookedAt + lookMs) {
      this.#lookedAt = now;
      for (const { name } of this.#waiting.values()) keys.add(name.key);
    }
    for (const key of [...keys].slice(0, keysAtOnce)) {
      this.#nextAt.delete(key);
      this.#hear(key, await this.#store.look(key, this.#runtime.clock.now()));
    }
    await this.#lookForDeadlocks(now);
  }

  async #lookForDeadlocks(now: number): Promise<void> {
    const due = [...this.#waiting.values()].filter(({ lookAt }) => lookAt <= now);
    for (const waiting of due.slice(0, deadlocksAtOnce)) {
      const { run, slot, name } = waiting;
      waiting.lookAt = this.#runtime.clock.now() + waiting.lookMs;
      waiting.lookMs = Math.min(waiting.lookMs * 2, deadlockMaxMs);
      const found = await findDeadlock(this.#runtime, run, name.id);
      if (found === null || !slot.live || !this.#waiting.has(nameText(name))) continue;
      this.#waiting.delete(nameText(name));
      const { node, activation } = slot.effect;
      const place = node === undefined || activation === undefined ? {} : { node, activation };
      const failure = failureOf(deadlockError(run.id, found));
      run.post({ ...unplaced, type: 'slot.refused', ...place, failure }, slot);
    }
  }
}

function nameText({ key, id }: SlotName): string {
  return JSON.stringify([key, id]);
}
