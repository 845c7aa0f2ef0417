// A process that hosts an engine, runs what it is told to, and dies where it is told to. Its parent is a test.
import process from 'node:process';
import type { Engine } from '@skein/engine';
import type { Store } from '@skein/ports';
import { openStore } from '@skein/stores';
import type { HostOrder, HostReport } from './crash-host.ts';
import { crashPoints } from './crash-points.ts';
import { playFull } from './play-full.ts';

const leaveMsMax = 10_000;
let isLeaving = false;
let engine: Engine | null = null;
let store: Store | null = null;

process.on('message', (order: HostOrder) => {
  play(order).then(send, (error: unknown) => {
    // A process that shuts down has already closed its own store.
    if (isLeaving) return;
    send({ error: error instanceof Error ? (error.stack ?? error.message) : String(error) });
  });
});
process.on('disconnect', () => process.exit(0));
// What a server does: releases its runs and exits.
process.on('SIGTERM', () => {
  isLeaving = true;
  const startedMs = performance.now();
  void leave().then(() => process.exit(performance.now() - startedMs < leaveMsMax ? 0 : 3));
});

async function play({
  url,
  ledger,
  workflow,
  story,
  death,
  durable,
}: HostOrder): Promise<HostReport> {
  store = await openStore(url);
  const played = await playFull({
    store,
    ledger,
    workflow,
    story,
    durable,
    points: crashPoints(death),
    onEngine: (made) => (engine = made),
  });
  await store.close();
  return { played };
}

async function leave(): Promise<void> {
  await engine?.close();
  await store?.close();
}

function send(report: HostReport): void {
  process.send?.(report);
}
