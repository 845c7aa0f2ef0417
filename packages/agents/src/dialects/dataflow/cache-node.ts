import { isObject, ownValue, type Json, type NodeResult } from '@skein/kernel';
import type { NodeBehaviour, NodeCall, NodeIo } from '@skein/ports';

export const cacheNode: NodeBehaviour = {
  description: 'Keeps a value for a while and gives it instead of new ones.',
  run: runCache,
};

/** The kept value lies among the settings of the context: they are what survives a round of a conversation and a crash. */
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
