import { loadOptional } from '@skein/ports';
import type { Worker, WorkerOptions } from './worker.ts';

/** Restate's own package is loaded here, and only here. */
export async function startWorker(options: WorkerOptions): Promise<Worker> {
  const { serveWorker } = await loadOptional(
    { purpose: 'A worker', packages: ['@restatedev/restate-sdk@1'] },
    () => import('./serve-worker.ts'),
  );
  return serveWorker(options);
}
