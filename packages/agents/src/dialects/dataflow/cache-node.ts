import { isObject, ownValue, type Json, type NodeResult } from '@skein/kernel';
import type { NodeBehaviour, NodeCall, NodeIo } from '@skein/ports';

export const cacheNode: NodeBehaviour = {
  description: 'Caches a value for a while and outputs it instead of new ones.',
  run: runCache,
};

/** The cached value is stored in the settings of the context, which survive a round of a conversation and a crash. */
async function runCache(call: NodeCall, io: NodeIo): Promise<NodeResult> {
  const key = `cache:${call.node}`;
  const now = io.now();
  const kept = ownValue(io.context().settings, key);
  if (isObject(kept) && isFresh(kept['keptAt'], now, ownValue(call.config, 'ttlMs'))) {
    await io.step('metadata', () => ({ cached: true }));
    const value = kept['value'] ?? null;
    return { value, ports: { data: value } };
  }
  const value = ownValue(call.inputs, 'data') ?? null;
  return { value, ports: { data: value }, context: { set: { [key]: { value, keptAt: now } } } };
}

function isFresh(keptAt: Json | undefined, now: number, ttlMs: Json | undefined): boolean {
  if (typeof keptAt !== 'number') return false;
  return typeof ttlMs !== 'number' || now - keptAt < ttlMs;
}
