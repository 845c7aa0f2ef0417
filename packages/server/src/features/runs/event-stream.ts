// The live stream of a run
// S1. Events are sent in the order of the journal; the id of each is its number, so a reader that comes back with the last one
//     it has seen misses nothing and sees nothing twice.
// S2. Only what the reader takes is fetched: a reader that does not read costs one event here, and what the engine keeps for
//     it is bounded. One that takes nothing for a while is cut off, and can come back.
// S3. The stream ends with the run. Who comes back then is told that there is nothing more (204), so that browsers stop asking.
// S4. Large values are sent as references (with-references.ts): what is under way to a reader stays small.
import { LARGE_FROM } from '@skein/api';
import type { RunUpdate } from '@skein/engine';
import type { RunRecord } from '@skein/ports';
import type { Services } from '../../handlers/services.ts';
import { withReferences } from './with-references.ts';

export interface StreamOptions {
  /** Between signs of life. */
  readonly heartbeatMs: number;
  /** How long a reader may take nothing. */
  readonly stalledMs: number;
}

export interface StreamRequest {
  readonly services: Services;
  readonly record: RunRecord;
  readonly after: number;
  readonly signal: AbortSignal;
  /** Tears the connection down, whatever is still under way. */
  readonly disconnect: () => void;
}

export function eventStream(request: StreamRequest): Response {
  const { services, record, after } = request;
  const isLive = record.status === 'running' || record.status === 'waiting';
  if (!isLive && after >= record.seq) return new Response(null, { status: 204 });
  return new Response(new RunStream(request).body(services.streams), {
    headers: {
      'content-type': 'text/event-stream; charset=utf-8',
      'cache-control': 'no-store',
      // Proxies that collect answers would hold back what is meant to be live.
      'x-accel-buffering': 'no',
    },
  });
}

const encoder = new TextEncoder();

class RunStream {
  readonly #request: StreamRequest;
  readonly #left = new AbortController();
  readonly #updates: AsyncIterator<RunUpdate>;
  #taken = 0;
  #isOver = false;

  constructor(request: StreamRequest) {
    this.#request = request;
    const { services, record, after, signal } = request;
    const leave = () => this.#left.abort();
    signal.addEventListener('abort', leave, { once: true });
    services.closing.addEventListener('abort', leave, { once: true });
    if (signal.aborted || services.closing.aborted) leave();
    const watched = services.engine.runs.events(record.id, { after, signal: this.#left.signal });
    this.#updates = watched[Symbol.asyncIterator]();
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
        // Headers go out with the first byte: a reader of a silent run would else wait for its first event.
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
    // An end would wait behind what nobody takes.
    this.#request.disconnect();
  }

  /** Null when there is nothing more. */
  async #next(): Promise<Uint8Array | null> {
    try {
      const { value, done } = await this.#updates.next();
      return done === true ? null : encode(this.#request.record.id, value);
    } catch (error) {
      // The headers are out already: all that can be done is to end, so that the reader comes back and is told.
      this.#request.services.onBug(error, `events of ${this.#request.record.id}`);
      return null;
    }
  }
}

/** All readers of a live run are given the same updates, so these are written once for all of them. */
const encoded = new WeakMap<RunUpdate, Uint8Array>();

function encode(run: string, update: RunUpdate): Uint8Array {
  const known = encoded.get(update);
  if (known !== undefined) return known;
  const bytes = encoder.encode(format(run, update));
  encoded.set(update, bytes);
  return bytes;
}

function format(run: string, update: RunUpdate): string {
  const whole = JSON.stringify(update);
  if (update.type === 'transient') return `event: transient\ndata: ${whole}\n\n`;
  // Nearly all are small: for those this is one comparison.
  const data = whole.length <= LARGE_FROM ? whole : JSON.stringify(withReferences(run, update));
  return `id: ${update.seq}\nevent: ${update.event.type}\ndata: ${data}\n\n`;
}
