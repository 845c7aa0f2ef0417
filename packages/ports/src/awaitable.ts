/**
 * What a port may give back: the value itself, or a promise of it. A caller that finds a plain value continues in the same
 * tick, so a store in memory costs no turn of the microtask queue.
 */
export type Awaitable<T> = T | Promise<T>;
