// A worker of the cluster test: node cluster-worker-main.ts PORT INGRESS STORE LEDGER. It says when it is there.
import process from 'node:process';
import { startWorker } from '@skein/restate';
import { openStore } from '@skein/stores';
import { callLedger } from '../ledger/ledger-client.ts';
import { chainOptions } from './chain-work.ts';

const [port = '', ingressUrl = '', storeUrl = '', ledger = ''] = process.argv.slice(2);
const effect =
  ledger === ''
    ? undefined
    : ({ idempotencyKey: key, signal }: { idempotencyKey: string; signal: AbortSignal }) =>
        callLedger(ledger, { name: 'count', key, deduplicates: false }, signal);
await startWorker({
  ingressUrl,
  port: Number(port),
  engine: { ...chainOptions(effect), store: await openStore(storeUrl) },
});
process.stdout.write('ready\n');
