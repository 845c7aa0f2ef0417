export { memoryStore } from './memory/memory-store.ts';
