// Following a run
// F1. Rows come in order, each once, however often the connection is lost: it resumes after the last row.
// F2. Only the server says that there is nothing more: a stream that just ends may have been cut.
// F3. Updates are complete: what the server sent as a reference is read from the journal first.
import type { JsonObject } from '@skein/kernel';
import { ClientError } from './client-error.ts';
import { fillLarge } from './fill-large.ts';
import type { RunEventUpdate, RunUpdateJson } from './run-update.ts';
import { readEvents, type SentEvent } from './server-sent-events.ts';

export interface FollowOptions {
  /** Only rows after this one; default 0. With `tree`, the `cursor` of an update. */
  readonly after?: number | string;
  /** Also the rows of the runs below it, each with its run. */
  readonly tree?: boolean;
  readonly signal?: AbortSignal;
  /** Called when the connection is lost (true) and restored (false). */
  readonly onLost?: (isLost: boolean) => void;
}

export interface EventSource {
  readonly open: (given: {
    readonly after: number | string;
    readonly tree: boolean;
    readonly signal: AbortSignal | undefined;
  }) => Promise<Response>;
  /** One complete row of the journal of the run, or of the one below it that is named. */
  readonly row: (update: RunEventUpdate, signal: AbortSignal | undefined) => Promise<JsonObject>;
}

const nothingMore = 204;
const retryFirstMs = 250;
const retryLastMs = 10_000;

export async function* followRun(
  source: EventSource,
  { after = 0, tree = false, signal, onLost }: FollowOptions = {},
): AsyncGenerator<RunUpdateJson, void, undefined> {
  let last = after;
  let retryMs = retryFirstMs;
  const isOver = () => signal?.aborted === true;
  while (!isOver()) {
    try {
      const response = await source.open({ after: last, tree, signal });
      if (response.status === nothingMore || response.body === null) return;
      onLost?.(false);
      for await (const sent of readEvents(response.body)) {
        retryMs = retryFirstMs;
        const update = readUpdate(sent);
        if (update.type === 'event') {
          // Only the server can tell where a cursor stands.
          if (typeof last === 'number' && !tree && update.seq <= last) continue;
          const whole = await fillLarge(update, () => source.row(update, signal));
          last = update.cursor ?? update.seq;
          yield whole;
        } else {
          yield update;
        }
      }
    } catch (error) {
      // A refusal is final; a request that did not reach the server, or found it busy, is retried with backoff.
      if (error instanceof ClientError && error.status < 500 && error.status !== 429) throw error;
      if (isOver()) return;
      onLost?.(true);
      await pause(retryMs, signal);
      retryMs = Math.min(retryLastMs, retryMs * 2);
    }
  }
}

function readUpdate({ data }: SentEvent): RunUpdateJson {
  // The server sends the updates of its engine, as JSON.
  return JSON.parse(data) as RunUpdateJson;
}

function pause(ms: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, ms);
    signal?.addEventListener('abort', () => {
      clearTimeout(timer);
      resolve();
    });
  });
}
