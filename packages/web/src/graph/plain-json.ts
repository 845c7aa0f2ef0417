import type { Json } from '@skein/kernel';

/** Forms write undefined for a cleared field; JSON has no such value. */
export function plainJson(data: unknown): Json {
  return JSON.parse(JSON.stringify(data)) as Json;
}
