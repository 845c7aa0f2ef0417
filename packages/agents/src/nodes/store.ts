// The node type `store`
// One operation on what the workflows of a user remember across runs. It is a recorded step, so a crash does not repeat it.
import type { Json, NodeResult } from '@skein/kernel';
import { nativeNodes } from '@skein/dialects';
import type { NodeCall, NodeIo } from '@skein/ports';
import { badConfig, readConfig } from '../configs/read-config.ts';
import type { NativeBehaviour } from './native-behaviour.ts';

export const storeBehaviour: NativeBehaviour = {
  asksInSteps: true,
  run: async (call, io): Promise<NodeResult> => ({ value: await operate(call, io) }),
};

async function operate(call: NodeCall, { memory }: NodeIo): Promise<Json> {
  const config = readConfig(call, nativeNodes.store.config);
  const { scope, ttlMs, ifRevision, cursor, limit } = config;
  if (config.do === 'list') {
    const { items, nextCursor } = await memory.list({ scope, cursor, limit });
    return { items: items.map((entry) => ({ ...entry })), nextCursor };
  }
  const { key } = config;
  if (key === undefined) throw badConfig(call, ['key'], `"${config.do}" needs a "key"`);
  // Null is remembered like any other value, and what came over the edge is not taken for it.
  const isGiven = Object.hasOwn(call.config, 'value');
  const value = (isGiven ? config.value : call.previous) ?? null;
  switch (config.do) {
    case 'get': {
      const found = await memory.get(key, { scope });
      const { value: kept, revision } = found ?? { value: config.default ?? null, revision: 0 };
      return { value: kept, revision };
    }
    case 'set':
      return { ...(await memory.set(key, value, { scope, ttlMs, ifRevision })) };
    case 'add':
      return { ...(await memory.add(key, value, { scope, ttlMs })) };
    case 'delete':
      return { deleted: await memory.delete(key, { scope }) };
  }
}
