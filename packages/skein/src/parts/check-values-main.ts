// What a thread for large values runs: it checks one after the other against its schema.
import { parentPort } from 'node:worker_threads';
import { checkJsonSchema } from '@skein/dialects';
import type { Json } from '@skein/kernel';
import type { ValueJob } from './check-values.ts';

parentPort?.on('message', (job: ValueJob) => {
  parentPort?.postMessage(answer(job));
});
parentPort?.postMessage('ready');

function answer({ schema, value }: ValueJob) {
  try {
    const options = { isAlone: true };
    // Both were written by the thread that asks.
    const check = checkJsonSchema(JSON.parse(schema) as Json, JSON.parse(value) as Json, options);
    return { ok: true, value: check };
  } catch (error) {
    return { ok: false, message: error instanceof Error ? (error.stack ?? error.message) : '' };
  }
}
