import { describe, expect, it } from 'vitest';
import { decidedAt, explainEdge } from '../../src/graph/run/explain-edge.ts';
import { overlayRun } from '../../src/graph/run/overlay-run.ts';
import { advanceReplay, createReplay } from '../../src/graph/run/rebuild-run.ts';
import { sketchGraph } from '../../src/graph/run/sketch-graph.ts';
import { runExample } from './example-run.ts';

const examples = [
  ['native/03-newsletter', {}],
  ['native/19-research-team', { script: true, input: 'rivers' }],
  ['canvas/02-review-loop', { script: true }],
] as const;

describe.each(examples)('the edges of %s', (file, options) => {
  it('[W43] say whether they were taken, as the drawing does, and the event that decided it', async () => {
    const { graph, journal } = await runExample(file, options);
    const replay = advanceReplay(createReplay(graph), journal);
    const sketch = sketchGraph(graph);
    const { edges } = overlayRun(replay, sketch);
    const seqs = new Set(journal.map(({ seq }) => seq));
    for (const line of sketch.edges) {
      const explained = explainEdge(replay, line, sketch);
      const isDrawnTaken = ['taken', 'active'].includes(edges.get(line.key) ?? '');
      expect([line.key, explained.isTaken]).toEqual([line.key, isDrawnTaken]);
      expect(explained.words[0]).not.toBe('');
      const isKnown = explained.decidedAt === null || seqs.has(explained.decidedAt);
      expect([line.key, isKnown]).toEqual([line.key, true]);
    }
    for (const { id } of sketch.nodes) {
      const seq = decidedAt(replay, id);
      expect([id, seq === null || seqs.has(seq)]).toEqual([id, true]);
    }
  });
});
