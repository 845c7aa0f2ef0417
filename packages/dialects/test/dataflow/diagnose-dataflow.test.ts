// Goal: what is wrong with a dataflow is said, all of it and in its own words; hostile ones are refused in time.
import type { Json, JsonObject } from '@skein/kernel';
import { cpuMs, drawFlow } from '@skein/testkit';
import { describe, expect, it } from 'vitest';
import { compileDefinition } from '../../src/index.ts';
import { compile, problems } from './compiling.ts';

describe('diagnostics', () => {
  it('[DF7] two values for one input are warned of in the words of the format', () => {
    const configs = { a: { message: '' }, b: { message: '' } };
    const definition = drawFlow(
      'a:manualInput b:manualInput c:chat',
      'a.message>c.message b.message>c.message',
      { configs },
    );
    expect(compile(definition).diagnostics).toEqual([
      {
        code: 'SAME_PORT_TWICE',
        severity: 'warning',
        pointer: '/edges/1',
        message:
          'The edges "e0" and "e1" both bring a value to the input "message" of "c"; only that of "e1", the later one, is seen.',
        hint: 'Give one of them another "targetInput".',
      },
    ]);
  });

  it('[DF7] not when one is a loop edge, and not for two intents', () => {
    const loop = drawFlow(
      's:defaultContextStart u:userInput c:chat',
      's>u u>c c>u c.result>u.context',
    );
    expect(problems(loop)).toEqual([]);
    const configs = { r: { routes: { x: '', y: '' } }, s: { message: '' } };
    const router = drawFlow(
      's:manualInput r:intentRouter c:chat',
      's.message>r.data s>r r.x-data>c.data r.y-data>c.data r.x-context>c r.y-context>c',
      { configs },
    );
    expect(problems(router)).toEqual([]);
  });

  it('[DF7] outputs that a node does not have', () => {
    const definition = drawFlow('a:tools b:chat', 'a.result>b.message');
    expect(compile(definition).diagnostics[0]).toMatchObject({
      code: 'PORT_NEVER_FIRES',
      pointer: '/edges/0',
      hint: expect.stringContaining('"tools", "toolNames"'),
    });
  });

  it('[DF7] duplicate ids, missing ends, no nodes', () => {
    expect(problems(drawFlow('a:chat a:chat'))).toEqual(['DUPLICATE_ID /nodes/1/id']);
    expect(problems(drawFlow('a:chat', 'b>a a>c'))).toEqual([
      'EDGE_END_MISSING /edges/0/source',
      'EDGE_END_MISSING /edges/1/target',
    ]);
    expect(compile({ nodes: [], edges: [] }).diagnostics[0]).toMatchObject({
      code: 'EMPTY_WORKFLOW',
      hint: expect.stringContaining('defaultContextStart'),
    });
  });

  it('[DF7] functions that no one registered, and a new context that would be main', () => {
    const nodes = [
      { id: 'f', nodeType: 'function', config: { name: 'mail.send' } },
      { id: 'main', nodeType: 'newContext' },
    ];
    const { diagnostics } = compileDefinition(
      { nodes, edges: [] },
      { dialect: 'dataflow', functions: new Set() },
    );
    expect(diagnostics.map(({ code, pointer }) => `${code} ${pointer}`).toSorted()).toEqual([
      'BAD_VALUE /nodes/1/id',
      'FUNCTION_NOT_REGISTERED /nodes/0/config/name',
    ]);
  });

  it('[DF7] the place of a node is known', () => {
    const { placeOf } = compile(drawFlow('a:chat b/c:chat'));
    expect([placeOf?.('b/c'), placeOf?.('zz')]).toEqual(['/nodes/1', undefined]);
  });
});

describe('hostile definitions', () => {
  it('[DF29] ids are plain data', () => {
    const ids = ['__proto__', 'constructor', 'toString', 'a/b~c'];
    const nodes = ids.map((id) => ({ id, nodeType: 'chat', position: { x: 1, y: 2 } }));
    const edges = ids.slice(1).map((id, i) => ({ source: ids[i] as string, target: id }));
    const compiled = compile({ nodes, edges });
    expect(compiled.diagnostics).toEqual([]);
    expect(compiled.graph?.nodes.map(({ id }) => id)).toEqual(ids);
    expect(Object.keys(compiled.workflow?.studio?.['positions'] as JsonObject)).toEqual(ids);
    expect(problems({ nodes: [{ id: 'a', nodeType: '__proto__' }], edges: [] })).toEqual([
      'UNKNOWN_NODE_TYPE /nodes/0/nodeType',
    ]);
    const routes = JSON.parse('{"__proto__": "x", "constructor": "y"}') as JsonObject;
    const configs = { r: { routes } };
    expect(
      problems(drawFlow('r:intentRouter c:chat', 'r.__proto__-context>c', { configs })),
    ).toEqual([]);
  });

  it('[DF30] nothing makes it throw', () => {
    let deep: Json = 1;
    for (let i = 0; i < 10_000; i++) deep = [deep];
    const values: unknown[] = [
      null,
      1,
      'x',
      [],
      {},
      { nodes: 5 },
      { nodes: [null], edges: {} },
      { nodes: [{ id: 'a', nodeType: 'chat', config: deep }] },
    ];
    for (const value of values) {
      const { graph, diagnostics } = compile(value);
      expect(graph).toBeNull();
      expect(diagnostics.some(({ severity }) => severity === 'error')).toBe(true);
    }
    expect(problems({ nodes: [{ id: 'a', nodeType: 'chat', config: { x: deep } }] })[0]).toMatch(
      /^TOO_DEEP/,
    );
  });

  it('[DF30] fifty thousand nodes take seconds at most, also in circles', () => {
    const size = 50_000;
    const ids = Array.from({ length: size }, (_, i) => `n${i}`);
    const nodes = ids.map((id) => ({ id, nodeType: 'redactor' }));
    const edges = ids.slice(1).map((id, i) => ({
      source: ids[i] as string,
      sourceOutput: 'data',
      target: id,
      targetInput: 'data',
    }));
    const before = cpuMs();
    expect(compile({ nodes, edges }).diagnostics).toEqual([]);
    const back = {
      source: `n${size - 1}`,
      sourceOutput: 'data',
      target: 'n0',
      targetInput: 'data',
    };
    const [circle] = compile({ nodes, edges: [...edges, back] }).diagnostics;
    expect(circle?.code).toBe('CIRCULAR_DEPENDENCY');
    expect(circle?.message.length).toBeLessThan(1000);
    expect(cpuMs() - before).toBeLessThan(30_000);
  });
});
