// A run with 10,000 events: opening it costs what its length costs, and no more.
import { compileDefinition } from '@skein/dialects';
import type { Graph, RunEvent } from '@skein/kernel';
import { cpuMs } from '@skein/testkit';
import { expect, it } from 'vitest';
import { conversationOf } from '../../src/graph/run/conversation.ts';
import { overlayRun } from '../../src/graph/run/overlay-run.ts';
import { advanceReplay, createReplay } from '../../src/graph/run/rebuild-run.ts';
import { sketchGraph } from '../../src/graph/run/sketch-graph.ts';
import { scaleOf, spansOf } from '../../src/graph/run/timeline.ts';

const definition = {
  skein: 1,
  nodes: [{ id: 'agent', type: 'agent', config: { prompt: 'Talk.' } }],
  edges: [],
};

/** An agent that keeps talking. */
function journalOf(length: number): readonly RunEvent[] {
  const replies = Array.from({ length: length - 1 }, (_, index): RunEvent => ({
    type: 'step.recorded',
    id: `event-${index + 2}`,
    seq: index + 2,
    at: index + 2,
    node: 'agent',
    activation: 1,
    key: `model:${index}`,
    value: { type: 'model', model: 'm', text: `Sentence ${index}.` },
  }));
  return [{ type: 'run.started', seq: 1, at: 1, input: null } as RunEvent, ...replies];
}

/** Everything the page computes before it renders. */
function openRun(graph: Graph, journal: readonly RunEvent[]): number {
  const began = cpuMs();
  const replay = advanceReplay(createReplay(graph), journal);
  const sketch = sketchGraph(graph);
  overlayRun(replay, sketch);
  const spans = spansOf(replay.moments, { nowMs: journal.length, titleOf: (node) => node });
  scaleOf(spans);
  expect(spans.length).toBeGreaterThanOrEqual(journal.length);
  expect(conversationOf(replay.moments)).toHaveLength(journal.length - 1);
  return cpuMs() - began;
}

it('[W44] 10,000 events are replayed in less than a second of processor time', () => {
  const { graph } = compileDefinition(definition);
  openRun(graph!, journalOf(1_000));
  expect(openRun(graph!, journalOf(10_000))).toBeLessThan(1_000);
});
