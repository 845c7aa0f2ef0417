// Goal: what workflows remember is the same thing on every surface: a store opened by a command, the REST API through `--server`, and
// `engine.memory` here and on another machine.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Engine } from '@skein/engine';
import type { SkeinServer } from '@skein/server';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createEngine } from '../src/index.ts';
import { remoteEngine } from '../src/remote/remote-engine.ts';
import { composeServer } from '../src/server/compose-server.ts';
import { callSkein } from './call-skein.ts';

type Loose = ReturnType<typeof JSON.parse>;

let folder = '';
let server: SkeinServer;
let url = '';

beforeAll(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'skein-memory-'));
  server = await composeServer({ store: `sqlite:${path.join(folder, 'server.db')}`, folder });
  ({ url } = await server.listen({ port: 0 }));
});

afterAll(async () => {
  await server.close();
  rmSync(folder, { recursive: true, force: true });
});

describe.each([
  ['on a store', () => ['--store', `sqlite:${path.join(folder, 'own.db')}`]],
  ['through a server', () => ['--server', url]],
] as const)('skein memory %s', (_, place) => {
  const memory = async (...given: readonly string[]): Promise<Loose> => {
    const { code, stdout } = await callSkein(['memory', ...given, ...place(), '--json']);
    return { code, body: JSON.parse(stdout) };
  };

  it('[C755] sets, adds, reads, lists and forgets, by scope', async () => {
    expect((await memory('get', 'seen')).code).toBe(5);
    expect(await memory('set', 'seen', '["a"]')).toEqual({
      code: 0,
      body: { key: 'seen', value: ['a'], revision: 1 },
    });
    expect((await memory('add', 'seen', 'b c')).body).toMatchObject({ value: ['a', 'b c'] });
    expect((await memory('add', 'n', '2', '--scope', 'shared')).body).toMatchObject({ value: 2 });
    expect((await memory('add', 'n', '3', '--scope', 'shared')).body).toMatchObject({
      value: 5,
      revision: 2,
    });
    expect((await memory('get', 'seen')).body).toMatchObject({ value: ['a', 'b c'], revision: 2 });
    const first = (await memory('ls', '--limit', '1')).body;
    expect(first.items.map(({ key }: Loose) => key)).toEqual(['seen']);
    const rest = (await memory('ls', '--cursor', first.nextCursor)).body;
    expect(rest.items).toMatchObject([{ scope: 'shared', key: 'n', value: 5, expiresAt: null }]);
    expect((await memory('ls', '--scope', 'shared')).body.items).toHaveLength(1);
    expect(await memory('rm', 'seen')).toEqual({ code: 0, body: { deleted: 'seen' } });
    expect((await memory('rm', 'seen')).code).toBe(5);
    const wrong = await memory('add', 'n', '"text"', '--scope', 'shared');
    expect([wrong.code === 0, wrong.body.error.code]).toEqual([false, 'MEMORY_WRONG_TYPE']);
  });

  it('[C755] compares before it sets, and forgets in time', async () => {
    expect((await memory('set', 'cas', '1', '--if-revision', '0')).code).toBe(0);
    const late = await memory('set', 'cas', '2', '--if-revision', '0');
    expect([late.code, late.body.error.code]).toEqual([6, 'MEMORY_CONFLICT']);
    expect((await memory('set', 'cas', '2', '--if-revision', '1')).body).toMatchObject({
      value: 2,
      revision: 2,
    });
    await memory('set', 'kept', '1', '--ttl', '600000');
    expect((await memory('get', 'kept')).body.expiresAt).toBeGreaterThan(Date.now());
    for (const command of ['set', 'add']) {
      await memory(command, command, '1', '--ttl', '1');
      await expect.poll(async () => (await memory('get', command)).code).toBe(5);
    }
    expect((await memory('set', 'cas', '1', '--ttl', 'soon')).code).toBe(2);
  });

  it('[C755] prints one line for each entry to people', async () => {
    const text = async (...given: readonly string[]) => callSkein(['memory', ...given, ...place()]);
    expect((await text('ls', '--scope', 'nothing')).stderr).toContain('Nothing is remembered.');
    expect((await text('set', 'word', 'plain text', '--scope', 'lines')).stderr).toContain(
      'word has the revision 1.',
    );
    expect((await text('ls', '--scope', 'lines')).stdout).toBe('lines  word  #1  "plain text"\n');
    expect((await text('get', 'word', '--scope', 'lines')).stdout).toBe('"plain text"\n');
    expect((await text('rm', 'word', '--scope', 'lines')).stderr).toContain('word is forgotten.');
  });
});

describe.each([
  ['here', () => createEngine({ store: `sqlite:${path.join(folder, 'library.db')}` })],
  [
    'on another machine',
    async (): Promise<Pick<Engine, 'memory' | 'close'>> => remoteEngine({ server: url }),
  ],
] as const)('engine.memory %s', (_, open) => {
  it('[C756] compares, adds without losing anything, and forgets in time', async () => {
    const engine = await open();
    const { memory } = engine;
    const scope = { scope: 'library' };
    expect(await memory.get('k', scope)).toBeNull();
    expect(await memory.set('k', { n: 1 }, { ...scope, ifRevision: 0 })).toEqual({
      value: { n: 1 },
      revision: 1,
    });
    await expect(memory.set('k', 2, { ...scope, ifRevision: 0 })).rejects.toMatchObject({
      code: 'MEMORY_CONFLICT',
    });
    await Promise.all(Array.from({ length: 10 }, () => memory.add('count', 1, scope)));
    expect(await memory.get('count', scope)).toMatchObject({ value: 10, revision: 10 });
    await expect(memory.add('k', 1, scope)).rejects.toMatchObject({ code: 'MEMORY_WRONG_TYPE' });
    const { items } = await memory.list(scope);
    expect(items.map(({ key }) => key).toSorted()).toEqual(['count', 'k']);
    await memory.add('short', 'item', { ...scope, ttlMs: 1 });
    await expect.poll(() => memory.get('short', scope)).toBeNull();
    expect(await memory.delete('k', scope)).toBe(true);
    expect(await memory.delete('k', scope)).toBe(false);
    await engine.close();
  });
});

it('[C756] a server remembers for the user of the key alone', async () => {
  const remote = remoteEngine({ server: url });
  const { memory } = remote;
  for (const refused of [
    () => memory.get('k', { user: 'ann' }),
    () => memory.add('k', 1, { user: 'ann' }),
    () => memory.list({ user: 'ann' }),
  ]) {
    await expect((async () => refused())()).rejects.toMatchObject({ code: 'USAGE' });
  }
  await remote.close();
});
