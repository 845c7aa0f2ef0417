// Goal: who begins to watch a run that another process calls functions for gets the text so far.
import { runId } from '@skein/kernel';
import type { SignalStore } from '@skein/ports';

import { expect, it } from 'vitest';
import { systemClock } from '../src/adapters/system-clock.ts';
import { LiveSignals } from '../src/cluster/live/live-signals.ts';
import type { Progress } from '../src/cluster/live/live-watch.ts';

function signalStore(bytesMax: number): SignalStore {
  const listeners = new Set<(text: string) => void>();
  return {
    bytesMax,
    async send(text) {
      for (const heard of listeners) heard(text);
    },
    async listen(heard) {
      listeners.add(heard);
      return () => listeners.delete(heard);
    },
  };
}

const run = runId('r');

function token(text: string, at: number): Progress {
  return { node: 'a', activation: 1, after: 1, data: { type: 'token', step: 'model#1', at, text } };
}

it('[E136] a watcher who comes late gets the text so far, however long, and then what follows', async () => {
  const store = signalStore(8000);
  const [worker, server] = [
    new LiveSignals(store, systemClock),
    new LiveSignals(store, systemClock),
  ];
  await worker.hear();
  let said = 'Once upon a time. '.repeat(1000);
  const stop = worker.streaming(run, () => [token(said, 0)]);
  // Nobody hears that.
  worker.tell(run, token(said, 0));
  const watch = await server.watch(run);
  worker.tell(run, token('The end.', said.length));
  said += 'The end.';
  await worker.flush(run);
  let shown = '';
  await expect
    .poll(async () => {
      await watch.next(50);
      for (const { data } of watch.take()) {
        const { at, text } = data as { at: number; text: string };
        shown = shown.slice(0, at) + text;
      }
      return shown;
    })
    .toBe(said);
  stop();
  for (const each of [worker, server]) each.close();
});
