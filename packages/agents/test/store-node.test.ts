// Goal: a node of type `store` asks the memory for what its config says. Method: a memory that notes what it was asked.
import { nativeNodeTypes } from '@skein/agents';
import type { Json, JsonObject } from '@skein/kernel';
import type { NodeMemory } from '@skein/ports';
import { describe, expect, it } from 'vitest';
import { failureOf, fakeNodeIo, nodeCall } from './fake-node-io.ts';

function storeNode(found: Awaited<ReturnType<NodeMemory['get']>> = null) {
  const asked: unknown[] = [];
  const note =
    <T>(name: string, result: T) =>
    async (...given: readonly unknown[]) => {
      // Without the options that say nothing.
      asked.push(JSON.parse(JSON.stringify([name, ...given])));
      return result;
    };
  const memory: NodeMemory = {
    get: note('get', found),
    set: note('set', { value: 'written', revision: 4 }),
    add: note('add', { value: 5, revision: 2 }),
    list: note('list', { items: [], nextCursor: null }),
    delete: note('delete', true),
  };
  const type = nativeNodeTypes({ functions: new Map() }).get('store')!;
  const run = async (config: JsonObject, previous?: Json) => {
    const call = nodeCall({ nodeType: 'store', config, previous });
    return (await type.run!(call, { ...fakeNodeIo(), memory })).value;
  };
  return { asked, run };
}

describe('store', () => {
  it('[A795] each operation, with its result', async () => {
    const { asked, run } = storeNode();
    const scope = 'shared';
    expect(await run({ do: 'get', key: 'k', scope, default: 7 })).toEqual({
      value: 7,
      revision: 0,
    });
    expect(await run({ do: 'set', key: 'k', value: 1, ttlMs: 5, ifRevision: 0 })).toEqual({
      value: 'written',
      revision: 4,
    });
    expect(await run({ do: 'add', key: 'k', value: 2 })).toEqual({ value: 5, revision: 2 });
    expect(await run({ do: 'list', limit: 3 })).toEqual({ items: [], nextCursor: null });
    expect(await run({ do: 'delete', key: 'k' })).toEqual({ deleted: true });
    expect(asked).toEqual([
      ['get', 'k', { scope }],
      ['set', 'k', 1, { ttlMs: 5, ifRevision: 0 }],
      ['add', 'k', 2, {}],
      ['list', { limit: 3 }],
      ['delete', 'k', {}],
    ]);
  });

  it('[A795] without a value it is what came over the edge; null is a value', async () => {
    const { asked, run } = storeNode();
    await run({ do: 'set', key: 'k' }, 'input');
    await run({ do: 'set', key: 'k', value: null }, 'input');
    await run({ do: 'add', key: 'k', value: null }, 'input');
    expect(asked).toEqual([
      ['set', 'k', 'input', {}],
      ['set', 'k', null, {}],
      ['add', 'k', null, {}],
    ]);
  });

  it('[A795] a null that is remembered is found, and is not the default', async () => {
    const entry = {
      scope: 'user',
      key: 'k',
      value: null,
      revision: 3,
      updatedAt: 1,
      expiresAt: null,
    };
    const { run } = storeNode(entry);
    expect(await run({ do: 'get', key: 'k', default: 7 })).toEqual({ value: null, revision: 3 });
  });

  it('[A795] all but a list need a key', async () => {
    const { asked, run } = storeNode();
    for (const operation of ['get', 'set', 'add', 'delete'])
      expect(await failureOf(() => run({ do: operation }))).toMatchObject({ code: 'BAD_CONFIG' });
    expect(asked).toEqual([]);
  });
});
