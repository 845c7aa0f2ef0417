// A process that shares a store with others: it starts runs, drives what it owns, takes over what others leave, and counts
// what the store refuses to take from it.
import process from 'node:process';
import { nativeNodeTypes } from '@skein/agents';
import { createEngine } from '@skein/engine';
import { EngineError, type Store } from '@skein/ports';
import { openStore } from '@skein/stores';
import { callLedger } from '../ledger/ledger-client.ts';
import { sharedWorkflow, type ShareOrder, type ShareReport } from './share-host.ts';

let refused = 0;
const problems: string[] = [];

process.on('message', (order: ShareOrder) => {
  if (order.do === 'report') send({ refused, problems });
  else host(order).then((runs) => send({ runs }), fail);
});
process.on('disconnect', () => process.exit(0));

async function host(order: Extract<ShareOrder, { do: 'host' }>): Promise<readonly string[]> {
  const { url, ledger, runs, leaseMs, stepMs } = order;
  const functions = new Map([
    [
      'hit',
      {
        async run(_args: unknown, { idempotencyKey: key }: { readonly idempotencyKey: string }) {
          const result = await callLedger(ledger, { name: 'hit', key, deduplicates: true });
          await new Promise((resolve) => setTimeout(resolve, stepMs));
          return result;
        },
      },
    ],
  ]);
  const engine = await createEngine({
    store: counting(await openStore(url)),
    nodeTypes: nativeNodeTypes({ functions }),
    durable: { sharing: { pollMs: 100, leaseMs } },
    onProblem: (error) => problems.push(String(error)),
  });
  const { id: workflow } = await engine.workflows.save(sharedWorkflow);
  const started = Array.from({ length: runs }, () => engine.runs.start(workflow));
  return (await Promise.all(started)).map(({ id }) => id);
}

/** Counts the appends of one who has lost a run. */
function counting(store: Store): Store {
  const append: Store['runs']['append'] = async (...given) => {
    try {
      await store.runs.append(...given);
    } catch (error) {
      const code = error instanceof EngineError ? error.code : '';
      if (code === 'STORE_FENCED' || code === 'STORE_CONFLICT') refused += 1;
      throw error;
    }
  };
  return { ...store, runs: { ...store.runs, append } };
}

function send(report: ShareReport): void {
  process.send?.(report);
}

function fail(error: unknown): void {
  send({ error: error instanceof Error ? (error.stack ?? error.message) : String(error) });
}
