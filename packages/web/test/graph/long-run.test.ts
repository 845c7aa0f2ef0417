// A run with 10,000 events: opening it costs what its length costs, and no more.
import { compileDefinition } from '@skein/dialects';
import type { Graph, JsonObject, RunEvent } from '@skein/kernel';
import { cpuMs } from '@skein/testkit';
import { describe, expect, it } from 'vitest';
import { conversationOf } from '../../src/graph/run/conversation.ts';
import { failedItemsIn } from '../../src/graph/run/failed-items.ts';
import { lineageOf } from '../../src/graph/run/forking/lineage-of.ts';
import { outcomeOf } from '../../src/graph/run/outcome-of.ts';
import { overlayRun } from '../../src/graph/run/overlay-run.ts';
import { advanceReplay, createReplay, type Replay } from '../../src/graph/run/rebuild-run.ts';
import { sketchGraph } from '../../src/graph/run/sketch-graph.ts';
import { nestedRows } from '../../src/graph/run/subagents/nested-rows.ts';
import { scaleOf, spansOf, type Span } from '../../src/graph/timeline/timeline.ts';

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

describe('the work for each entry of a long run', () => {
  it('[W44] is none for failed items where no node has items', () => {
    const { replay, reads } = countedReplay();
    expect(failedItemsIn(replay).size).toBe(0);
    expect(reads()).toBe(0);
  });

  it('[W44] is not done again for what the page shows in two places', () => {
    const config = { name: 'ask', args: {} };
    const node = { id: 'agent', type: 'function', config, each: { items: '${trigger}' } };
    const { replay, reads } = countedReplay({ ...definition, nodes: [node] });
    overlayRun(replay, sketchGraph(replay.graph));
    const once = reads();
    expect(once).toBeGreaterThan(length);
    failedItemsIn(replay);
    expect(reads()).toBe(once);
  });

  it('[W44] is none to nest the rows of an activation that called no subagent', () => {
    const rows = [{ call: '', inside: '' }];
    expect(nestedRows(rows)).toBe(rows);
  });

  it('[W44] is six looks at it before the page is drawn', () => {
    const { replay, reads } = countedReplay();
    overlayRun(replay, sketchGraph(replay.graph));
    spansOf(replay.moments, { nowMs: length, titleOf: (node) => node });
    outcomeOf(replay, conversationOf(replay.moments));
    lineageOf(replay);
    expect(Math.round(reads() / length)).toBe(6);
  });
});

it('[W44] a timeline may have more rows than a function can have arguments', () => {
  const { graph } = compileDefinition(definition);
  const { moments } = advanceReplay(createReplay(graph!), journalOf(2));
  const [row] = spansOf(moments, { nowMs: 2, titleOf: (node) => node });
  const rows = Array.from({ length: 300_000 }, (_, fromMs): Span => ({
    ...row!,
    fromMs,
    toMs: fromMs,
  }));
  expect(scaleOf(rows)).toMatchObject({ fromMs: 0, toMs: 299_999 });
});

const length = 1_000;

/** A replay that tells how often an entry of its journal was looked at. */
function countedReplay(source: JsonObject = definition): {
  readonly replay: Replay;
  readonly reads: () => number;
} {
  const { graph } = compileDefinition(source);
  const replay = advanceReplay(createReplay(graph!), journalOf(length));
  let reads = 0;
  const moments = new Proxy(replay.moments, {
    get: (all, key, self) => {
      if (typeof key === 'string' && /^\d+$/.test(key)) reads++;
      return Reflect.get(all, key, self) as unknown;
    },
  });
  return { replay: { ...replay, moments }, reads: () => reads };
}
