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

export async function eventStream(request: StreamRequest): Promise<Response> {
  const { services, record, after, tree } = request;
  const nothing = () => new Response(null, { status: 204 });
  if (hasEnded(record) && !tree && Number(after) >= record.seq) return nothing();
  const stream = new RunStream(request);
  // What a cursor leaves is known when it is read.
  if (tree && !(await stream.begin())) return nothing();
  return new Response(stream.body(services.streams), {
    headers: {
      'content-type': 'text/event-stream; charset=utf-8',
      'cache-control': 'no-store',
      // Buffering proxies would hold back what is meant to be live.
      'x-accel-buffering': 'no',
    },
  });
}

const encoder = new TextEncoder();
/** The server is being stopped: the reader asks for the rest, in this many milliseconds, whoever answers then. */
const reconnect = encoder.encode('retry: 1000\n\n');

class RunStream {
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

  body({ heartbeatMs, stalledMs }: StreamOptions): ReadableStream<Uint8Array> {
    let timer: ReturnType<typeof setInterval> | undefined;
    const end = () => {
      this.#isOver = true;
      clearInterval(timer);
      this.#left.abort();
    };
    return new ReadableStream<Uint8Array>({
      start: (controller) => {
        // Headers go out with the first byte: without it a reader of a silent run would wait for the first event.
        controller.enqueue(encoder.encode(': stream of a run\n\n'));
        timer = setInterval(() => this.#tick(controller, stalledMs, end), heartbeatMs);
        timer.unref();
      },
      pull: async (controller) => {
        this.#taken += 1;
        const next = await this.#next();
        if (this.#isOver) return;
        if (next !== null) {
          controller.enqueue(next);
          return;
        }
        if (this.#request.services.closing.aborted) controller.enqueue(reconnect);
        end();
        controller.close();
      },
      cancel: end,
    });
  }

  #seenTaken = -1;
  #stuckSince: number | null = null;

  #tick(
    controller: ReadableStreamDefaultController<Uint8Array>,
    stalledMs: number,
    end: () => void,
  ): void {
    const { clock } = this.#request.services;
    const isFull = (controller.desiredSize ?? 0) <= 0;
    if (!isFull) controller.enqueue(encoder.encode(': still here\n\n'));
    const isStuck = isFull && this.#taken === this.#seenTaken;
    this.#seenTaken = this.#taken;
    if (!isStuck) {
      this.#stuckSince = null;
      return;
    }
    this.#stuckSince ??= clock.now();
    if (clock.now() - this.#stuckSince < stalledMs) return;
    end();
    // A regular end would queue after what nobody takes.
    this.#request.disconnect();
  }

  /** Null at the end. */
  async #next(): Promise<Uint8Array | null> {
    try {
      const next = this.#first ?? this.#updates.next();
      this.#first = null;
      const { value, done } = await next;
      return done === true ? null : encode(this.#request.record.id, value);
    } catch (error) {
      // The headers are out already: all we can do is end, so that the reader reconnects and gets the error.
      this.#request.services.onBug(error, `events of ${this.#request.record.id}`);
      return null;
    }
  }
}

/** All readers of a live run get the same update objects, so each is encoded once. */
const encoded = new WeakMap<RunUpdate, Uint8Array>();

function encode(run: PlainOr<RunId>, update: RunUpdate): Uint8Array {
  const known = encoded.get(update);
  if (known !== undefined) return known;
  const bytes = encoder.encode(format(run, update));
  encoded.set(update, bytes);
  return bytes;
}

function format(run: PlainOr<RunId>, update: RunUpdate): string {
  const whole = JSON.stringify(update);
  if (update.type === 'transient') return `event: transient\ndata: ${whole}\n\n`;
  // Nearly all updates are small: for those this is one comparison.
  const data =
    whole.length <= LARGE_FROM ? whole : JSON.stringify(withReferences(update.run ?? run, update));
  return `id: ${update.cursor ?? update.seq}\nevent: ${update.event.type}\ndata: ${data}\n\n`;
}
