import { guardedStream } from '@skein/agents';
import type { Reach } from '@skein/server';
import type { CreateEngineOptions } from '../config/engine-options.ts';
import { configuredGuard } from './known-tools.ts';

/** Descriptions and tokens are short; the reader bounds the whole. */
const lineMax = 1_000_000;

/** How MCP servers that people sign in to are reached, and what these name: by the guard of all requests. */
export function connectionReach(options: Pick<CreateEngineOptions, 'config' | 'http'>): Reach {
  const allowed = [...(options.http?.allow ?? []), ...(configuredGuard(options)?.allow ?? [])];
  return ({ allow }) => {
    const fetch = guardedStream({ lineMax, allow: [...allowed, ...allow] });
    return async (url, init) => fetch(url, init);
  };
}
