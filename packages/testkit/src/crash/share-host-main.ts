// A process that shares a store with others: it starts runs, drives what it owns, takes over what others leave, and counts
// its fenced writes.
import process from 'node:process';
import { nativeNodeTypes } from '@skein/agents';
import { createEngine } from '@skein/engine';
import { openStore } from '@skein/stores';
import { callLedger } from '../ledger/ledger-client.ts';
import type { Reported } from '../servers/forked-process.ts';
import { countRefused } from './count-refused.ts';
import { heldStep, sharedWorkflow, type ShareOrder, type ShareReport } from './share-host.ts';

let refused = 0;
const released = Promise.withResolvers<void>();
const problems: string[] = [];

process.on('message', (order: ShareOrder) => {
  if (order.do === 'report') send({ refused, problems });
  else if (order.do === 'continue') released.resolve();
  else host(order).then((runs) => send({ runs }), fail);
});
process.on('disconnect', () => process.exit(0));

async function host(order: Extract<ShareOrder, { do: 'host' }>): Promise<readonly string[]> {
  const { url, ledger, runs, leaseMs, stepMs, isHeld } = order;
  const functions = new Map([
    [
      'hit',
      {
        async run(step: unknown, { idempotencyKey: key }: { readonly idempotencyKey: string }) {
          const result = await callLedger(ledger, { name: 'hit', key, deduplicates: true });
          await new Promise((resolve) => setTimeout(resolve, stepMs));
          if (isHeld && step === heldStep) await released.promise;
          return result;
        },
      },
    ],
  ]);
  const engine = await createEngine({
    store: countRefused(await openStore(url), () => (refused += 1)),
    nodeTypes: nativeNodeTypes({ functions }),
    durable: { sharing: { pollMs: 100, leaseMs } },
    onProblem: (error) => problems.push(String(error)),
  });
  const { id: workflow } = await engine.workflows.save(sharedWorkflow);
  const started = Array.from({ length: runs }, () => engine.runs.start(workflow));
  return (await Promise.all(started)).map(({ id }) => id);
}

function send(report: Reported<ShareReport>): void {
  process.send?.(report);
}

function fail(error: unknown): void {
  send({ error: error instanceof Error ? (error.stack ?? error.message) : String(error) });
}
