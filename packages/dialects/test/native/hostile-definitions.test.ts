// Goal: a definition that is made to harm, or that is very large, gives diagnostics or a graph, and nothing else.
import { describe, expect, it } from 'vitest';
import { compileNative, compileText } from '../../src/index.ts';
import { summary } from './summary.ts';

describe('hostile input', () => {
  it('[N5] __proto__ and constructor are ids, keys and ports like any other', () => {
    const text = `{ "skein": 1, "nodes": [
      { "id": "__proto__", "type": "transform", "config": { "value": { "__proto__": { "polluted": true } } } },
      { "id": "constructor", "type": "join", "input": { "__proto__": { "required": true } } },
      { "id": "toString", "type": "transform", "config": { "value": "\${[\\"__proto__\\"].output}" } } ],
      "edges": [ { "from": "__proto__", "to": "constructor", "in": "__proto__" }, { "from": "constructor", "to": "toString" } ] }`;
    const { graph, diagnostics, version } = compileText(text);
    expect(diagnostics).toEqual([]);
    expect(graph?.nodes.map(({ id }) => id)).toEqual(['__proto__', 'constructor', 'toString']);
    expect(version).toMatch(/^sha256:[0-9a-f]{64}$/);
    expect(({} as Record<string, unknown>)['polluted']).toBeUndefined();
  });

  it('[N5][N9] __proto__ as a key of the definition is an unknown key', () => {
    const { diagnostics } = compileText(
      '{ "skein": 1, "__proto__": { "nodes": [] }, "nodes": [ { "id": "a", "type": "join", "constructor": 1 } ] }',
    );
    expect(summary(diagnostics)).toEqual([
      '~UNKNOWN_KEY /__proto__',
      '~UNKNOWN_KEY /nodes/0/constructor',
    ]);
  });

  it.each([201, 10_000, 1_000_000])('[N2] %i levels of nesting give a diagnostic', (depth) => {
    const text = `{"skein":1,"nodes":${'['.repeat(depth)}${']'.repeat(depth)}}`;
    const { diagnostics, graph } = compileText(text);
    expect(graph).toBeNull();
    expect(diagnostics.map(({ code }) => code)).toEqual(['TOO_DEEP']);
    expect(diagnostics[0]?.pointer).toBe(`/nodes${'/0'.repeat(199)}`);
  });

  it('[N2] a value that contains itself is too deep', () => {
    const definition: Record<string, unknown> = { skein: 1 };
    definition['nodes'] = [definition];
    expect(compileNative(definition).diagnostics.map(({ code }) => code)).toEqual(['TOO_DEEP']);
  });

  it('[N3] numbers that overflow are reported with everything else', () => {
    const { diagnostics } = compileText(
      '{ "skein": 1, "nodes": [ { "id": "a", "type": "transform", "config": { "value": [1, -1e999] }, "join": "al" } ] }',
    );
    expect(summary(diagnostics)).toEqual([
      'BAD_NUMBER /nodes/0/config/value/1',
      'BAD_VALUE /nodes/0/join',
    ]);
  });

  it('[N4] what is not JSON is refused', () => {
    const { diagnostics, version } = compileNative({
      skein: 1,
      name: undefined,
      nodes: [{ id: 'a', type: 'transform', config: { value: () => 1, date: new Date(0) } }],
    });
    expect(summary(diagnostics)).toEqual([
      'NOT_JSON /name',
      'NOT_JSON /nodes/0/config/date',
      'NOT_JSON /nodes/0/config/value',
    ]);
    expect(version).toBe('');
  });
});

describe('size', () => {
  const chain = (length: number, changes: object) => ({
    skein: 1,
    nodes: Array.from({ length }, (_, i) => ({
      id: `n${i}`,
      type: 'transform',
      config: { value: `\${previous} ${i}` },
      ...changes,
    })),
    edges: Array.from({ length: length - 1 }, (_, i) => ({ from: `n${i}`, to: `n${i + 1}` })),
  });

  it('[N17] 100,000 nodes compile', () => {
    const { graph, diagnostics } = compileNative(chain(100_000, {}));
    expect(diagnostics).toEqual([]);
    expect(graph?.nodes.length).toBe(100_000);
  });

  it('[N17][N400] 40,000 mistakes are counted, and the errors among them are listed first', () => {
    const { diagnostics } = compileNative(chain(20_000, { jion: 'all', timeoutMs: 'x' }));
    expect(new Set(diagnostics.map(({ code }) => code))).toEqual(
      new Set(['WRONG_TYPE', 'MORE_PROBLEMS']),
    );
    expect(diagnostics.length).toBeLessThan(210);
    // The unknown keys are warnings: they are told when there is room for them.
    const few = compileNative(chain(20, { jion: 'all', timeoutMs: 'x' })).diagnostics;
    expect(new Set(few.map(({ code }) => code))).toEqual(new Set(['UNKNOWN_KEY', 'WRONG_TYPE']));
  });
});
