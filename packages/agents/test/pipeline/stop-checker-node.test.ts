import process from 'node:process';
import type { Json, JsonObject } from '@skein/kernel';
import { describe, expect, it } from 'vitest';
import { stopCheckerNode } from '../../src/dialects/pipeline/stop-checker-node.ts';
import { fakeNodeIo, nodeCall } from '../fake-node-io.ts';

interface Looked {
  readonly path?: string;
  readonly operator?: string;
  readonly target: Json;
}

async function check(output: Json | undefined, ...looked: readonly Looked[]) {
  const conditions = looked.map(({ path = '$', operator = 'equals', target }) => ({
    step_definition_uuid: 'a',
    extraction_json_path: path,
    operator,
    target_value: target,
  }));
  const entry =
    output === undefined ? { status: 'idle', value: '' } : { status: 'completed', value: output };
  const config: JsonObject = { conditions, outputs: { a: entry }, result: 'newest' };
  const io = fakeNodeIo();
  const result = await stopCheckerNode.run?.(nodeCall({ config }), io);
  return { result, recorded: io.recorded.get('conditions#1') as readonly JsonObject[] };
}

async function holds(output: Json | undefined, looked: Looked): Promise<unknown> {
  return (await check(output, looked)).recorded[0]?.['result'];
}

describe('a stop condition', () => {
  const data = { n: 5, s: 'spam mail', list: ['a', { b: 1 }], o: { key: null }, f: false, z: null };

  it.each<[string, Json, Looked, boolean]>([
    ['equals', data, { path: '$.n', target: 5 }, true],
    ['equals never converts', data, { path: '$.n', target: '5' }, false],
    ['equals compares objects by value', data, { path: '$.o', target: { key: null } }, true],
    ['equals null', data, { path: '$.z', target: null }, true],
    ['not_equals', data, { path: '$.n', operator: 'not_equals', target: 6 }, true],
    [
      'not_equals of another type',
      data,
      { path: '$.n', operator: 'not_equals', target: '5' },
      true,
    ],
    ['not_equals without a match', data, { path: '$.q', operator: 'not_equals', target: 6 }, false],
    [
      'contains a part of a text',
      data,
      { path: '$.s', operator: 'contains', target: 'spam' },
      true,
    ],
    ['contains minds the case', data, { path: '$.s', operator: 'contains', target: 'Spam' }, false],
    ['contains an element', data, { path: '$.list', operator: 'contains', target: { b: 1 } }, true],
    ['contains a key', data, { path: '$.o', operator: 'contains', target: 'key' }, true],
    [
      'contains own keys only',
      data,
      { path: '$.o', operator: 'contains', target: 'toString' },
      false,
    ],
    ['contains in a number', data, { path: '$.n', operator: 'contains', target: '5' }, false],
    ['greater_than', data, { path: '$.n', operator: 'greater_than', target: 4 }, true],
    [
      'greater_than is not equal',
      data,
      { path: '$.n', operator: 'greater_than', target: 5 },
      false,
    ],
    [
      'greater_than of texts',
      { n: 'b' },
      { path: '$.n', operator: 'greater_than', target: 'a' },
      false,
    ],
    ['less_than', data, { path: '$.n', operator: 'less_than', target: 6 }, true],
    ['less_than of a text', { n: '1' }, { path: '$.n', operator: 'less_than', target: 6 }, false],
    ['the first match counts', data, { path: '$.list[*]', target: 'a' }, true],
    ['only the first match', data, { path: '$.list[*]', target: { b: 1 } }, false],
    ['text that is JSON is parsed', '{"spam": true}', { path: '$.spam', target: true }, true],
    ['but not for $', '{"spam": true}', { target: '{"spam": true}' }, true],
    ['a number in text is text for $', '5', { target: 5 }, false],
    ['text that is no JSON has no parts', 'spam', { path: '$.spam', target: true }, false],
    ['text that is no JSON is text for $', 'spam', { operator: 'contains', target: 'pa' }, true],
  ])('[A162] %s', async (_name, output, looked, expected) => {
    expect(await holds(output, looked)).toBe(expected);
  });

  it.each<[string, string, boolean]>([
    ['in a sentence', 'I would say {"spam": true}.', true],
    ['in a fence after a sentence', 'So:\n```json\n{"spam": true}\n```', true],
    ['of another type', 'I would say {"spam": "true"}.', false],
    ['one of two', 'Not {"spam": false} but {"spam": true}', false],
    ['a part of what breaks off', 'So: {"mails": [{"spam": true}, {"sp', false],
  ])('[A235] JSON in the prose of an output has parts: %s', async (_name, output, expected) => {
    expect(await holds(output, { path: '$.spam', target: true })).toBe(expected);
    expect(await holds(output, { target: output })).toBe(true);
  });

  it('[A162] an output that is missing makes it false, also not_equals', async () => {
    expect(await holds(undefined, { operator: 'not_equals', target: 1 })).toBe(false);
    expect(await holds(undefined, { target: '' })).toBe(false);
  });

  it('[A162] an error makes it false, and is recorded', async () => {
    const { recorded, result } = await check(
      { a: 1 },
      { path: '$[', operator: 'not_equals', target: 1 },
    );
    expect(recorded).toEqual([
      { extracted: null, result: false, error: expect.stringContaining('unclosed') as unknown },
    ]);
    expect(result).toEqual({ value: 'newest' });
  });
});

describe('pipeline.stop_checker', () => {
  it('[A163] stops the run when any condition holds, and records what each saw', async () => {
    const { result, recorded } = await check(
      '{"score": 3, "text": "${x} $& <<trigger_output>>"}',
      { path: '$.score', target: 4 },
      { path: '$.text', operator: 'contains', target: '$&' },
    );
    expect(recorded).toEqual([
      { extracted: 3, result: false },
      { extracted: '${x} $& <<trigger_output>>', result: true },
    ]);
    expect(result).toEqual({
      value: 'newest',
      stop: { reason: 'Stop condition 2 holds: $.text contains "$&".' },
    });
  });

  it('[A163] without conditions, or when none holds, it continues', async () => {
    expect((await check('x')).result).toEqual({ value: 'newest' });
    expect((await check('x', { target: 'y' })).result).toEqual({ value: 'newest' });
  });

  it('[A163] many bombs in one checker share what they may spend', async () => {
    const wide = Array.from({ length: 5_000 }, (_, i) => ({ a: i, b: [i] }));
    const bombs = Array.from({ length: 50 }, () => ({ path: '$..*..*..*..zzz', target: 1 }));
    const before = process.threadCpuUsage();
    const { recorded } = await check(wide, ...bombs);
    expect(process.threadCpuUsage(before).user / 1000).toBeLessThan(500);
    expect(recorded).toHaveLength(50);
    expect(recorded.every(({ error }) => typeof error === 'string')).toBe(true);
  });

  it('[A163] paths that cannot be read are found before a run', () => {
    const condition = (extraction_json_path: string) => ({ extraction_json_path });
    const conditions = ['$.a', "$[?search(@, 'a')]", 'a'].map(condition);
    expect(stopCheckerNode.checkConfig?.({ conditions }).map(({ path }) => path)).toEqual([
      ['conditions', 1, 'extraction_json_path'],
      ['conditions', 2, 'extraction_json_path'],
    ]);
  });
});
