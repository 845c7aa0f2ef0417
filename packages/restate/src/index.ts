export { admin } from './admin.ts';
export type { Admin } from './admin.ts';
export { drain } from './drain.ts';
export type { DrainOptions } from './drain.ts';
export { createRestateEngine } from './restate-engine.ts';
export type { RestateEngineOptions } from './restate-engine.ts';
export { startWorker } from './worker.ts';
export type { Worker, WorkerOptions } from './worker.ts';
