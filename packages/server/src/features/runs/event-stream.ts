// The live stream of a run
// S1. Events are sent in the order of the journal; the id of each is its row number, so a reader that reconnects with the last id
//     it has seen misses nothing and sees nothing twice.
// S2. Backpressure: only what the reader takes is fetched. A reader that does not read costs one event here, and what the engine
//     buffers for it is bounded. A stalled reader is disconnected, and can reconnect.
// S3. The stream ends with the run, or with the server, which then says when to reconnect. A reader that reconnects after that gets 204, so that browsers stop asking.
// S4. Large values are sent as references (with-references.ts): what is in flight to a reader stays small.
import { LARGE_FROM, type PlainOr, type RunId } from '@skein/api';
import type { Engine, RunUpdate } from '@skein/engine';
import { hasEnded, type Clock, type RunRecord } from '@skein/ports';
import type { LiveReply, LiveSink } from '../../values/live-reply.ts';
import { withReferences } from './with-references.ts';

export interface StreamOptions {
  /** Between heartbeats. */
  readonly heartbeatMs: number;
  /** After which a reader that takes nothing is disconnected. */
  readonly stalledMs: number;
}

export interface StreamServices {
  readonly engine: Pick<Engine, 'runs'>;
  readonly clock: Pick<Clock, 'now'>;
  readonly streams: StreamOptions;
  readonly closing: AbortSignal;
  readonly onBug: (error: unknown, reference: string) => void;
}

export interface StreamRequest {
  readonly services: StreamServices;
  readonly record: RunRecord;
  /** With `tree` a cursor. */
  readonly after: number | string;
  /** With the runs below it. */
  readonly tree: boolean;
  readonly signal: AbortSignal;
  /** Closes the connection, whatever is still in flight. */
  readonly disconnect: () => void;
}

export async function eventStream(request: StreamRequest): Promise<LiveReply | Response> {
  const { record, after, tree } = request;
  const nothing = () => new Response(null, { status: 204 });
  if (hasEnded(record) && !tree && Number(after) >= record.seq) return nothing();
  const stream = new RunStream(request);
  // What a cursor leaves is known when it is read.
  if (tree && !(await stream.begin())) return nothing();
  return stream;
}

/** The server is being stopped: the reader asks for the rest, in this many milliseconds, whoever answers then. */
const reconnect = 'retry: 1000\n\n';

class RunStream implements LiveReply {
  readonly headers = {
    'content-type': 'text/event-stream; charset=utf-8',
    'cache-control': 'no-store',
    // Buffering proxies would hold back what is meant to be live.
    'x-accel-buffering': 'no',
  };
  readonly #request: StreamRequest;
  readonly #left = new AbortController();
  readonly #updates: AsyncIterator<RunUpdate>;
  #first: Promise<IteratorResult<RunUpdate>> | null = null;
  #taken = 0;
  #isOver = false;

  constructor(request: StreamRequest) {
    this.#request = request;
    const { services, record, after, tree, signal } = request;
    const leave = () => this.#left.abort();
    signal.addEventListener('abort', leave, { once: true });
    services.closing.addEventListener('abort', leave, { once: true });
    if (signal.aborted || services.closing.aborted) leave();
    const watching = { after, tree, signal: this.#left.signal };
    const watched = services.engine.runs.events(record.id, watching);
    this.#updates = watched[Symbol.asyncIterator]();
  }

  /** Takes the first update, which a cursor may have been refused for; false when an ended run has none. */
  async begin(): Promise<boolean> {
    if (!hasEnded(this.#request.record)) {
      this.#first = this.#updates.next();
      // It is heard when it is taken.
      this.#first.catch(() => {});
      return true;
    }
    const first = await this.#updates.next();
    this.#first = Promise.resolve(first);
    return first.done !== true;
  }

  end(): void {
    this.#isOver = true;
    this.#left.abort();
  }

  async pour(sink: LiveSink): Promise<void> {
    const { heartbeatMs, stalledMs } = this.#request.services.streams;
    // Headers go out with the first byte: without it a reader of a silent run would wait for the first event.
    sink.write(': stream of a run\n\n');
    const timer = setInterval(() => this.#tick(sink, stalledMs), heartbeatMs);
    timer.unref();
    try {
      await this.#pourUpdates(sink);
      if (!this.#isOver && this.#request.services.closing.aborted) sink.write(reconnect);
    } catch (error) {
      // The headers are out already: all we can do is end, so that the reader reconnects and gets the error.
      this.#request.services.onBug(error, `events of ${this.#request.record.id}`);
    } finally {
      clearInterval(timer);
      this.end();
    }
  }

  async #pourUpdates(sink: LiveSink): Promise<void> {
    while (!this.#isOver) {
      if (sink.isFull()) {
        await sink.room();
        continue;
      }
      const next = this.#first ?? this.#updates.next();
      this.#first = null;
      const { value, done } = await next;
      if (done === true || this.#isOver) return;
      this.#taken += 1;
      sink.write(textOf(this.#request.record.id, value));
    }
  }

  #seenTaken = -1;
  #stuckSince: number | null = null;

  #tick(sink: LiveSink, stalledMs: number): void {
    const { clock } = this.#request.services;
    const isFull = sink.isFull();
    if (!isFull) sink.write(': still here\n\n');
    const isStuck = isFull && this.#taken === this.#seenTaken;
    this.#seenTaken = this.#taken;
    if (!isStuck) {
      this.#stuckSince = null;
      return;
    }
    this.#stuckSince ??= clock.now();
    if (clock.now() - this.#stuckSince < stalledMs) return;
    this.end();
    // A regular end would queue after what nobody takes.
    this.#request.disconnect();
  }
}

// All readers of a live run get the same update objects, so each is written once.
/** Rows as bytes, which all sockets share: of a text each has a copy for as long as its reader does not take it. */
const rows = new WeakMap<RunUpdate, Uint8Array>();
/** The newest tokens. Not weakly: an entry for each is what the garbage collector would then spend most of its time with. */
const tokens = new Map<RunUpdate, string>();
const tokensMax = 16;
const encoder = new TextEncoder();

function textOf(run: PlainOr<RunId>, update: RunUpdate): string | Uint8Array {
  const known = rows.get(update) ?? tokens.get(update);
  if (known !== undefined) return known;
  const text = format(run, update);
  if (update.type === 'event') {
    const bytes = encoder.encode(text);
    rows.set(update, bytes);
    return bytes;
  }
  const [oldest] = tokens.keys();
  if (tokens.size >= tokensMax && oldest !== undefined) tokens.delete(oldest);
  tokens.set(update, text);
  return text;
}

function format(run: PlainOr<RunId>, update: RunUpdate): string {
  const whole = JSON.stringify(update);
  if (update.type === 'transient') return `event: transient\ndata: ${whole}\n\n`;
  // Nearly all updates are small: for those this is one comparison.
  const data =
    whole.length <= LARGE_FROM ? whole : JSON.stringify(withReferences(update.run ?? run, update));
  return `id: ${update.cursor ?? update.seq}\nevent: ${update.event.type}\ndata: ${data}\n\n`;
}
