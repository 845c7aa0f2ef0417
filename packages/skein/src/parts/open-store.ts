import type { Store } from '@skein/ports';
import type { OpenOptions } from '@skein/stores';

/** A store by its address: for several engines, for reading beside a server, for graphs that are drawn in it. */
export async function openStore(url: string, options?: OpenOptions): Promise<Store> {
  // Loaded when it is called: a program that keeps everything in memory needs none of it.
  const stores = await import('@skein/stores');
  return stores.openStore(url, options);
}
