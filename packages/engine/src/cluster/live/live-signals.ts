// Live signals
// What the processes on one store tell each other about runs in flight: that there are new rows, and the progress that functions
// report (the tokens of a model). So a reader of a run that is driven elsewhere is notified at once.
//
// L1. Nothing is sent about a run that nobody watches. Watchers announce themselves periodically.
// L2. Who begins to watch is told what was streamed so far; what comes later follows it.
// L3. A signal may get lost. The journal has the rows, and watchers poll it from time to time.
import type { RunId } from '@skein/kernel';
import { Buffer } from 'node:buffer';
import type { Clock, SignalStore } from '@skein/ports';
import { LiveWatch, type Progress } from './live-watch.ts';

type Signal =
  | { readonly is: 'watched'; readonly run: RunId; readonly isNew?: true }
  | { readonly is: 'written'; readonly run: RunId }
  | { readonly is: 'told'; readonly run: RunId; readonly all: readonly Progress[] };

const watchAgainMs = 5000;
const watchedMs = 3 * watchAgainMs;
/** Tokens arrive one by one, and are sent in batches. */
const gatherMs = 25;

export class LiveSignals {
  readonly #signals: SignalStore;
  readonly #clock: Clock;
  /** Expiry time by run. */
  readonly #watched = new Map<RunId, number>();
  readonly #watches = new Map<RunId, Set<LiveWatch>>();
  /** What is to be sent, by run. */
  readonly #gathered = new Map<RunId, Progress[]>();
  /** What calls in flight have streamed so far, by run. */
  readonly #streaming = new Map<RunId, Set<() => readonly Progress[]>>();
  #stop: Promise<() => void> | null = null;
  #cancelWatching: (() => void) | null = null;
  #isClosed = false;

  constructor(signals: SignalStore, clock: Clock) {
    this.#signals = signals;
    this.#clock = clock;
  }

  /** From now on this process knows what others watch. */
  async hear(): Promise<void> {
    this.#stop ??= this.#signals.listen((text) => this.#take(JSON.parse(text) as Signal));
    await this.#stop;
  }

  /** The run has new rows. */
  tellRows(run: RunId): void {
    if (this.#isWatched(run)) void this.#send({ is: 'written', run });
  }

  tell(run: RunId, progress: Progress): void {
    if (!this.#isWatched(run)) return;
    const gathered = this.#gathered.get(run);
    if (gathered !== undefined) {
      gathered.push(progress);
      return;
    }
    this.#gathered.set(run, [progress]);
    this.#clock.setTimer(this.#clock.now() + gatherMs, () => void this.flush(run));
  }

  /** A call streams; `soFar` gives its text so far. Gives back what ends that. */
  streaming(run: RunId, soFar: () => readonly Progress[]): () => void {
    const calls = this.#streaming.get(run) ?? new Set();
    this.#streaming.set(run, calls);
    calls.add(soFar);
    return () => {
      calls.delete(soFar);
      if (calls.size === 0) this.#streaming.delete(run);
    };
  }

  /** Sends what functions of the run reported, and resolves when others have it: before the row that ends the call. */
  async flush(run: RunId): Promise<void> {
    const all = this.#gathered.get(run) ?? [];
    this.#gathered.delete(run);
    const sent: Promise<void>[] = [];
    let [together, size] = [[] as Progress[], 0];
    const { bytesMax } = this.#signals;
    for (const progress of all) {
      const bytes = Buffer.byteLength(JSON.stringify(progress)) + 1;
      const most = bytesMax - Buffer.byteLength(JSON.stringify({ is: 'told', run, all: [] }));
      // It is not in the journal either: what is too long for a signal is not shown live.
      if (bytes > most) continue;
      if (size + bytes > most) {
        sent.push(this.#send({ is: 'told', run, all: together }));
        [together, size] = [[], 0];
      }
      together.push(progress);
      size += bytes;
    }
    if (together.length > 0) sent.push(this.#send({ is: 'told', run, all: together }));
    await Promise.all(sent);
  }

  /** Receives signals of a run until the watch is closed; resolves when the others have been told. */
  async watch(run: RunId): Promise<LiveWatch> {
    const watches = this.#watches.get(run) ?? new Set();
    this.#watches.set(run, watches);
    const watch = new LiveWatch(() => {
      watches.delete(watch);
      if (watches.size === 0) this.#watches.delete(run);
    });
    watches.add(watch);
    // An unavailable store delivers no signals; the rows are polled in any case.
    await this.hear().catch(() => {});
    await this.#send({ is: 'watched', run, isNew: true });
    this.#watchAgain();
    return watch;
  }

  close(): void {
    this.#isClosed = true;
    this.#cancelWatching?.();
    this.#stop?.then(
      (stop) => stop(),
      () => {},
    );
  }

  #isWatched(run: RunId): boolean {
    const until = this.#watched.get(run);
    if (until === undefined) return false;
    if (until >= this.#clock.now()) return true;
    this.#watched.delete(run);
    return false;
  }

  #noteWatched(run: RunId): void {
    const now = this.#clock.now();
    // The most recently announced are last, so the first ones expire first.
    this.#watched.delete(run);
    this.#watched.set(run, now + watchedMs);
    for (const [first, until] of this.#watched) {
      if (until >= now) break;
      this.#watched.delete(first);
    }
  }

  #watchAgain(): void {
    this.#cancelWatching ??= this.#clock.setTimer(
      this.#clock.now() + watchAgainMs,
      () => {
        this.#cancelWatching = null;
        for (const run of this.#watches.keys()) void this.#send({ is: 'watched', run });
        if (this.#watches.size > 0) this.#watchAgain();
      },
      { isIdle: true },
    );
  }

  #take(signal: Signal): void {
    const { is, run } = signal;
    if (is === 'watched') {
      this.#noteWatched(run);
      if (signal.isNew === true) void this.#sendStreamed(run);
      return;
    }
    for (const watch of this.#watches.get(run) ?? []) {
      watch.receive(is === 'told' ? signal.all : null);
    }
  }

  async #sendStreamed(run: RunId): Promise<void> {
    const calls = this.#streaming.get(run);
    if (calls === undefined) return;
    // The tokens that are gathered are a part of the text so far.
    const gathered = this.#gathered.get(run) ?? [];
    const others = gathered.filter(({ data }) => data['type'] !== 'token');
    const soFar = [...calls].flatMap((each) => each()).flatMap(inParts);
    this.#gathered.set(run, [...others, ...soFar]);
    await this.flush(run);
  }

  async #send(signal: Signal): Promise<void> {
    if (this.#isClosed) return;
    await this.#signals.send(JSON.stringify(signal)).catch(() => {});
  }
}

/** Signals are small, and the text so far may be long: in parts that each say where they begin. */
function inParts(progress: Progress): readonly Progress[] {
  const { text } = progress.data;
  if (typeof text !== 'string' || text.length <= partMax) return [progress];
  const parts: Progress[] = [];
  for (let at = 0; at < text.length; at += partMax) {
    parts.push({
      ...progress,
      data: { ...progress.data, at, text: text.slice(at, at + partMax) },
    });
  }
  return parts;
}

/** Characters; in any text they fit the signal of every store. */
const partMax = 1000;
