// A worker of the cluster test and of the comparison of hosts: node cluster-worker-main.ts PORT INGRESS STORE LEDGER [WORK]. It reports
// when it is ready, and ends with the process that started it.
import process from 'node:process';
import { startWorker } from '@skein/restate';
import { openStore } from '@skein/stores';
import { callLedger } from '../ledger/ledger-client.ts';
import { chainOptions, chainWork, type ChainWork } from './chain-work.ts';

const [port = '', ingressUrl = '', storeUrl = '', ledger = '', name = ''] = process.argv.slice(2);
process.on('disconnect', () => process.exit(0));
/** Recorded as a step of the call. */
const effect: ChainWork = (io) => {
  const { idempotencyKey: key, signal } = io;
  return io.step('effect', () =>
    callLedger(ledger, { name: 'count', key, deduplicates: false }, signal),
  );
};
await startWorker({
  ingressUrl,
  port: Number(port),
  engine: {
    ...chainOptions(ledger === '' ? chainWork(name) : effect),
    store: await openStore(storeUrl),
  },
});
process.stdout.write('ready\n');
