// The live stream of a run
// Journal rows and transient tokens. The browser's EventSource reconnects by itself and sends the number of the last row, so
// nothing is lost or duplicated; the replay would drop duplicates anyway (R1 there). A row with large values arrives with
// references in their place; the replay needs the values, so that row is fetched in full.
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

/** Every event type of the kernel; a missing one is a compile error. */
const eventTypes: Readonly<Record<RunEvent['type'], true>> = {
  'budget.reached': true,
  'tree.outgrown': true,
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
  'slot.granted': true,
  'run.moved': true,
  'run.resumed': true,
  'run.joined': true,
  'slot.refused': true,
  'slot.superseded': true,
};

const againMs = 1000;

/** Follows a run after a row of its journal; returns what stops it. */
export function followRun(run: string, after: number, listener: StreamListener): () => void {
  const source = new EventSource(addressOf(`/runs/${encodeURIComponent(run)}/events`, { after }));
  source.addEventListener('open', () => listener.onLost(false));
  source.addEventListener('error', () => {
    // Closed: the server said that there is nothing more. Otherwise the browser reconnects.
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
        // Later rows wait for this one, so it is retried until it arrives.
        listener.onLost(true);
        await new Promise((resolve) => setTimeout(resolve, againMs));
      }
    }
  };
  const take = (message: MessageEvent<string>) => {
    const update = JSON.parse(message.data) as Json;
    const event = isObject(update) ? ownValue(update, 'event') : undefined;
    if (!isObject(event)) return;
    // The server sends journal rows.
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
