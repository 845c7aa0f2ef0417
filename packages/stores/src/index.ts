export { memoryStore } from './memory/memory-store.ts';
export type { MemoryStoreOptions } from './memory/memory-store.ts';
export { openStore } from './open-store.ts';
export type { OpenOptions } from './open-store.ts';
export { withoutPassword } from './values/without-password.ts';
