import type { Json } from '@skein/kernel';

/** Whether lists and objects are nested deeper than this. Level by level, so depth costs no stack. */
export function isDeeperThan(value: Json, levels: number): boolean {
  let layer: readonly Json[] = [value];
  for (let level = 0; level <= levels; level++) {
    layer = layer.flatMap((item) =>
      typeof item === 'object' && item !== null ? Object.values(item) : [],
    );
    if (layer.length === 0) return false;
  }
  return true;
}
