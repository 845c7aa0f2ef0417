// The live stream of a run
// Rows of the journal and transient tokens. The browser's own event source comes back by itself after a loss and tells the
// number of the last row, so nothing is lost and nothing comes twice; the replay would leave it out anyway (R1 there). A row
// with large values comes with references in their place; the replay decides with the values, so that row is read whole.
import { isObject, ownValue, type Json, type JsonObject, type RunEvent } from '@skein/kernel';
import { addressOf } from './request.ts';
import { readJournal } from './runs.ts';

export interface StreamListener {
  readonly onEvent: (event: RunEvent) => void;
  readonly onTransient: (given: {
    readonly node: string;
    readonly activation: number;
    readonly data: JsonObject;
  }) => void;
  readonly onLost: (isLost: boolean) => void;
}

/** Every type of the kernel's events: the compiler complains when one is missing. */
const eventTypes: Readonly<Record<RunEvent['type'], true>> = {
  'budget.reached': true,
  'run.started': true,
  'node.completed': true,
  'node.failed': true,
  'attempt.failed': true,
  'node.waiting': true,
  'step.recorded': true,
  'wait.answered': true,
  'wait.expired': true,
  'timer.fired': true,
  'child.waiting': true,
  'child.resumed': true,
  'child.finished': true,
  'budget.raised': true,
  'run.continued': true,
  'run.cancelled': true,
  'node.retried': true,
};

const againMs = 1000;

/** Follows a run behind a row of its journal; gives back what ends it. */
export function followRun(run: string, after: number, listener: StreamListener): () => void {
  const source = new EventSource(addressOf(`/runs/${encodeURIComponent(run)}/events`, { after }));
  source.addEventListener('open', () => listener.onLost(false));
  source.addEventListener('error', () => {
    // Closed: the server said that there is nothing more. Else the browser tries again.
    if (source.readyState !== EventSource.CLOSED) listener.onLost(true);
  });
  const left = new AbortController();
  const readWhole = async (seq: number) => {
    while (!left.signal.aborted) {
      try {
        const [row] = await readJournal(run, seq - 1, left.signal, 1);
        if (row !== undefined) listener.onEvent(row);
        return;
      } catch {
        // Later rows wait for this one: it is asked for until it comes.
        listener.onLost(true);
        await new Promise((resolve) => setTimeout(resolve, againMs));
      }
    }
  };
  const take = (message: MessageEvent<string>) => {
    const update = JSON.parse(message.data) as Json;
    const event = isObject(update) ? ownValue(update, 'event') : undefined;
    if (!isObject(event)) return;
    // The server sends rows of its journal.
    const row = event as unknown as RunEvent;
    if (ownValue(update as JsonObject, 'large') === undefined) listener.onEvent(row);
    else void readWhole(row.seq);
  };
  for (const type of Object.keys(eventTypes)) source.addEventListener(type, take);
  source.addEventListener('transient', (message: MessageEvent<string>) => {
    const update = JSON.parse(message.data) as Json;
    if (!isObject(update)) return;
    const { node, activation, data } = update;
    if (typeof node === 'string' && typeof activation === 'number' && isObject(data))
      listener.onTransient({ node, activation, data });
  });
  return () => {
    left.abort();
    source.close();
  };
}
