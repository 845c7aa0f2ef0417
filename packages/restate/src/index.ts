export { admin } from './clients/admin.ts';
export type { Admin } from './clients/admin.ts';
export { drain } from './worker/drain.ts';
export type { DrainOptions } from './worker/drain.ts';
export { createRestateEngine } from './engine/restate-engine.ts';
export type { RestateEngineOptions } from './engine/restate-engine.ts';
export { startWorker } from './worker/start-worker.ts';
export type { Worker, WorkerOptions } from './worker/worker.ts';
