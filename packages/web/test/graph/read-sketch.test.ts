import { compileDefinition } from '@skein/dialects';
import { describe, expect, it } from 'vitest';
import { documentForms } from '../../src/graph/forms/find-form.ts';
import { readSketch } from '../../src/graph/read-sketch.ts';
import { sketchGraph } from '../../src/graph/run/sketch-graph.ts';
import { exampleDefinitions } from './examples.ts';

describe('reading a sketch', () => {
  for (const form of documentForms) {
    for (const { name, definition } of exampleDefinitions(form.dialect)) {
      it(`[W1] draws every node of ${name}, and its edges between them`, () => {
        const sketch = readSketch(form, definition);
        const { workflow } = compileDefinition(definition);
        const drawn = sketch.nodes.filter(({ isMark }) => isMark !== true).map(({ id }) => id);
        const own = workflow?.nodes.filter((node) => !node.derived).map(({ id }) => id);
        expect(new Set(drawn)).toEqual(new Set(own ?? drawn));
        for (const { from, to, out, kind } of sketch.edges) {
          const source = sketch.nodes.find(({ id }) => id === from);
          expect(sketch.nodes.some(({ id }) => id === to)).toBe(true);
          const ports = source?.ports.map(({ id }) => id) ?? [];
          expect(kind === 'subagent' ? [out] : ports).toContain(out);
        }
      });
    }
  }

  it('[W1] does not draw parts with another shape, and does not fail', () => {
    for (const form of documentForms)
      for (const broken of [
        null,
        [],
        'text',
        {},
        { [form.nodesKey]: 4 },
        { [form.nodesKey]: [1, {}] },
      ])
        expect(readSketch(form, broken)).toEqual({ nodes: [], edges: [] });
  });

  it('[W2] draws the compiled graph of a run without derived nodes', () => {
    for (const dialect of [
      'native',
      'canvas',
      'dataflow',
      'agent-graph',
      'session-graph',
      'pipeline',
    ]) {
      for (const { definition } of exampleDefinitions(dialect)) {
        const { graph } = compileDefinition(definition);
        if (graph === null) continue;
        const sketch = sketchGraph(graph);
        const ids = new Set(sketch.nodes.map(({ id }) => id));
        expect(ids).toEqual(
          new Set(graph.nodes.filter((node) => !node.derived).map(({ id }) => id)),
        );
        for (const { from, to } of sketch.edges) expect(ids.has(from) && ids.has(to)).toBe(true);
      }
    }
  });
});
