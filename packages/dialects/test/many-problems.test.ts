import { compileDefinition } from '@skein/dialects';
import { describe, expect, it } from 'vitest';

describe('a definition with very many problems', () => {
  it('[N400] lists 200 of 40,000 broken edges, and says how many more there are', () => {
    const edges = Array.from({ length: 40_000 }, (_, i) => ({ from: `x${i}`, to: 'n' }));
    const nodes = [{ id: 'n', type: 'end' }];
    const { graph, diagnostics } = compileDefinition({ skein: 1, id: 'a', nodes, edges });
    expect(graph).toBeNull();
    expect(diagnostics).toHaveLength(201);
    expect(diagnostics.at(-1)).toMatchObject({
      code: 'MORE_PROBLEMS',
      message: expect.stringMatching(/^There are \d{5} more problems/),
    });
  });

  it('[N400] an error after thousands of warnings is still told, and still refuses', () => {
    const keys = Object.fromEntries(Array.from({ length: 5000 }, (_, i) => [`k${i}`, i]));
    const nodes = [{ id: 'n', type: 'nonsense' }];
    const { graph, diagnostics } = compileDefinition({ skein: 1, id: 'a', ...keys, nodes });
    expect(graph).toBeNull();
    expect(diagnostics.map(({ code }) => code)).toContain('UNKNOWN_NODE_TYPE');
    expect(diagnostics.some(({ message }) => message.includes('4800 more'))).toBe(true);
  });

  it.each([
    ['nodes that are numbers', { nodes: Array.from({ length: 300 }, () => 1) }],
    [
      'types that are numbers',
      { nodes: Array.from({ length: 300 }, () => ({ id: 'a', type: 1 })) },
    ],
    [
      'edges that are texts',
      { nodes: [{ id: 'n', type: 'end' }], edges: Array.from({ length: 300 }, () => 'x') },
    ],
  ])('[N520] %s: more than are told, and nothing throws', (_, parts) => {
    const { graph, diagnostics } = compileDefinition({ skein: 1, id: 'a', ...parts });
    expect(graph).toBeNull();
    expect(diagnostics).toHaveLength(201);
  });
});
