// Goal: a canvas is known as one, and a sound one is not complained about.
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { canvas, compileText, detectDialect } from '../../src/index.ts';
import { drawCanvas } from './draw-canvas.ts';
import { foundProblems } from './found-problems.ts';

describe('detection', () => {
  const start = { id: 's', type: 'start' };
  const cases: readonly (readonly [string, unknown, string | null])[] = [
    ['connections', { nodes: [], connections: [] }, 'canvas'],
    [
      'edges and nothing but its types',
      { nodes: [start, { id: 'b', type: 'input' }], edges: [] },
      'canvas',
    ],
    ['the key skein', { skein: 1, nodes: [start], connections: [] }, 'native'],
  ];

  it.each(cases)('[CV1] %s', (_, definition, name) => {
    expect(detectDialect(definition)?.name ?? null).toBe(name);
  });

  it('[CV1] a node of another type, or none at all, with edges is none', () => {
    const others = [
      { nodes: [start, { id: 'b', type: 'chat' }], edges: [] },
      { nodes: [], edges: [] },
      { nodes: {} },
    ];
    for (const other of others) expect(canvas.detect(other as never)).toBe(false);
  });
});

describe('a sound canvas', () => {
  it('[CV1] is the example of its page', () => {
    const page = new URL('../../../../docs/dialects/canvas.md', import.meta.url);
    const [, example = ''] = /^```json\n(.*?)^```/ms.exec(readFileSync(page, 'utf8')) ?? [];
    const { dialect, diagnostics } = compileText(example);
    expect({ dialect, diagnostics }).toEqual({ dialect: 'canvas', diagnostics: [] });
  });

  it('[CV1] has nothing to complain about, with connections or edges', () => {
    const { nodes, connections } = drawCanvas(
      'start > agent, agent > approval, approval:approve > agent2',
    );
    expect(foundProblems({ nodes, connections })).toEqual([]);
    expect(
      foundProblems({
        nodes,
        edges: connections,
        name: 'n',
        id: 'i',
        description: '',
        policy: { maxSteps: 5 },
      }),
    ).toEqual([]);
    const { workflow } = canvas.compile({ nodes, edges: connections });
    expect(workflow?.edges).toEqual(canvas.compile({ nodes, connections }).workflow?.edges);
  });
});
