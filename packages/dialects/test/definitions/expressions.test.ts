// Goal: the other formats keep their placeholders: an expression is a loss in them, and what looks like one there is text.
import type { Workflow } from '@skein/kernel';
import { describe, expect, it } from 'vitest';
import { compileDefinition } from '../../src/definitions/compile-definition.ts';
import { exportDefinition } from '../../src/definitions/export-definition.ts';
import { agentGraph } from '../../src/agent-graph/agent-graph.ts';
import { canvas } from '../../src/canvas/canvas.ts';
import { dataflow } from '../../src/dataflow/dataflow.ts';
import { native } from '../../src/native/native.ts';
import { pipeline } from '../../src/pipeline/pipeline.ts';
import { sessionGraph } from '../../src/session-graph/session-graph.ts';

const workflow: Workflow = {
  skein: 1,
  id: 'w',
  nodes: [
    { id: 'a', type: 'agent', config: { prompt: 'Sum ${= trigger.n + 1 } of ${trigger.n}' } },
    {
      id: 'b',
      type: 'function',
      config: { name: 'f', args: { n: '${= a.output.n }', plain: '$${= 1 }' } },
    },
  ],
  edges: [{ from: 'a', to: 'b', when: '${= previous.ok }' }],
};

describe('expressions in the other formats', () => {
  it.each([agentGraph, canvas, dataflow, pipeline, sessionGraph].map((each) => [each.name, each]))(
    '[N700] exporting to %s names each text that has one',
    (_, dialect) => {
      const { losses } = exportDefinition(workflow, dialect);
      const places = ['/nodes/0/config/prompt', '/nodes/1/config/args/n', '/edges/0/when'];
      for (const place of places) {
        const named = losses.filter(
          ({ pointer }) => place.startsWith(pointer) || pointer === place,
        );
        expect([dialect.name, place, named.length > 0]).toEqual([dialect.name, place, true]);
      }
      expect(losses.map(({ pointer }) => pointer)).not.toContain('/nodes/1/config/args/plain');
    },
  );

  it.each([agentGraph, canvas, dataflow, pipeline, sessionGraph].map((each) => [each.name, each]))(
    '[N800] exporting to %s names the state, its node, and each text that reads it',
    (_, dialect) => {
      const counting: Workflow = {
        skein: 1,
        id: 'w',
        state: { count: 0 },
        nodes: [
          { id: 'a', type: 'set', config: { increment: { count: 1 } } },
          { id: 'b', type: 'agent', config: { prompt: 'Round ${state.count}' } },
          { id: 'c', type: 'agent', config: { prompt: 'All: ${b.outputs}' } },
        ],
        edges: [
          { from: 'a', to: 'b' },
          { from: 'b', to: 'c' },
        ],
      };
      const { losses } = exportDefinition(counting, dialect);
      const places = ['/state', '/nodes/0', '/nodes/1/config/prompt', '/nodes/2/config/prompt'];
      for (const place of places) {
        const named = losses.filter(
          ({ pointer }) => place.startsWith(pointer) || pointer.startsWith(place),
        );
        expect([dialect.name, place, named.length > 0]).toEqual([dialect.name, place, true]);
      }
    },
  );

  it('[N800] a node that changes the state is named, whatever else is lost of it and of others', () => {
    const nodes = Array.from({ length: 11 }, (_, n): Workflow['nodes'][number] => ({
      id: `n${n}`,
      type: n === 1 ? 'set' : 'agent',
      description: 'A dataflow node has none.',
    }));
    const { losses } = exportDefinition({ skein: 1, id: 'w', nodes }, dataflow);
    const places = losses.map(({ pointer }) => pointer);
    expect(places.filter((place) => place.startsWith('/nodes/1'))).toEqual([
      '/nodes/1/description',
      '/nodes/10/description',
      '/nodes/1',
    ]);
  });

  it('[N700] the native format loses nothing', () => {
    expect(exportDefinition(workflow, native).losses).toEqual([]);
  });

  it('[N701] a text that comes from another format stays text', () => {
    const { graph, workflow: compiled } = compileDefinition({
      name: 'A text',
      steps: [{ id: 'root', function: 'f', input: { text: 'is ${= 1 + } $${= 2 }' }, paths: [] }],
    });
    expect(JSON.stringify(compiled)).toContain('is $${= 1 + } $$$${= 2 }');
    const config = graph?.nodes[0]?.config;
    expect(JSON.stringify(config)).toContain('is ${= 1 + } $${= 2 }');
  });
});
