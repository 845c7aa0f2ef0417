// A thread for tests: does what its jobs say.
import { parentPort, workerData } from 'node:worker_threads';

parentPort.on('message', (job) => {
  if (job.type === 'endless') for (;;);
  if (job.type === 'memory') {
    const kept = [];
    for (;;) kept.push(Array.from({ length: 100_000 }, () => ({})));
  }
  if (job.type === 'bug') throw new Error('a bug');
  if (job.type === 'refused') parentPort.postMessage({ ok: false, message: 'no' });
  else parentPort.postMessage({ ok: true, value: { job, setup: workerData } });
});
parentPort.postMessage('ready');
