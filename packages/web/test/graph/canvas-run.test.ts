// A run of a canvas, in the words that its author used.
import { compileDefinition } from '@skein/dialects';
import { explain, type Json, type JsonObject } from '@skein/kernel';
import { createEngine } from 'skein';
import { afterEach, describe, expect, it } from 'vitest';
import { findForm } from '../../src/graph/forms/find-form.ts';
import { readSketch } from '../../src/graph/read-sketch.ts';
import { explainEdge, explainSubagent } from '../../src/graph/run/explain-edge.ts';
import { hasLog, logOf } from '../../src/graph/run/log-of.ts';
import { overlayRun } from '../../src/graph/run/overlay-run.ts';
import { advanceReplay, createReplay } from '../../src/graph/run/rebuild-run.ts';
import { sketchGraph, titlesOf } from '../../src/graph/run/sketch-graph.ts';
import { exampleDefinitions } from './examples.ts';

const engines: { close(): Promise<void> }[] = [];

afterEach(async () => {
  for (const engine of engines.splice(0)) await engine.close();
});

const contains = (value: string) => ({ operator: 'contains', value });

const letters: JsonObject = {
  nodes: [
    { id: 'start', type: 'start', x: 0, y: 0, data: { initialInput: 'please pay' } },
    {
      id: 'kind',
      type: 'if',
      x: 0,
      y: 98,
      data: { conditions: [contains('hello'), contains('pay'), contains('')] },
    },
    { id: 'check', type: 'approval', x: 0, y: 196, data: { prompt: 'Pay it?' } },
    { id: 'greet', type: 'agent', x: 256, y: 196, data: { tools: { subagents: true } } },
    { id: 'payer', type: 'agent', x: 0, y: 294, data: { tools: { subagents: true } } },
    { id: 'lawyer', type: 'agent', x: 256, y: 294, data: { agentName: 'Lawyer' } },
  ],
  connections: [
    { source: 'start', target: 'kind' },
    { source: 'kind', sourceHandle: 'true', target: 'greet' },
    { source: 'kind', sourceHandle: 'condition-1', target: 'check' },
    { source: 'check', sourceHandle: 'approve', target: 'payer' },
    { source: 'payer', sourceHandle: 'subagent', target: 'lawyer' },
  ],
};

async function replayOf(definition: JsonObject, answer: Json) {
  const engine = await createEngine({});
  engines.push(engine);
  const { id } = await engine.runs.start(definition, {});
  await engine.runs.settled(id);
  await engine.waits.answer({ run: id, node: 'check' }, answer);
  await engine.runs.settled(id);
  const { graph } = compileDefinition(definition);
  if (graph === null) throw new Error('It does not compile.');
  const replay = advanceReplay(createReplay(graph), await engine.runs.journal(id));
  const explained = await engine.runs.explain(id, 'greet');
  return {
    graph,
    replay,
    sketch: sketchGraph(graph, { dialect: 'canvas', definition }),
    view: await engine.runs.view(id),
    explained,
  };
}

describe('a run of a canvas', () => {
  it('[W82] has the cards of its definition, with every condition and decision', async () => {
    const { sketch } = await replayOf(letters, 'approve');
    const drawn = readSketch(findForm('canvas')!, letters);
    for (const node of sketch.nodes) {
      const { title, subtitle, family, type, ports } = drawn.nodes.find(
        ({ id }) => id === node.id,
      )!;
      expect(node).toMatchObject({ title, subtitle, family, type, ports });
    }
    const portsOf = (id: string) => sketch.nodes.find((node) => node.id === id)!.ports;
    expect(portsOf('check').map(({ label }) => label)).toEqual(['approve', 'reject']);
    expect(portsOf('kind').map(({ label }) => label)).toEqual([
      '1: hello',
      '2: pay',
      // Two words would be cut to the same three letters on a card with several conditions.
      '3: ""',
      'false',
    ]);
    expect(sketch.edges.map(({ from, out, to }) => `${from} ${out} ${to}`).toSorted()).toEqual(
      drawn.edges.map(({ from, out, to }) => `${from} ${out} ${to}`).toSorted(),
    );
  });

  it('[W82] explains nodes and edges by conditions and decisions', async () => {
    const { graph, replay, sketch, explained } = await replayOf(letters, 'approve');
    const edge = (from: string, to: string) =>
      explainEdge(
        replay,
        sketch.edges.find((each) => each.from === from && each.to === to)!,
        sketch,
      );
    expect(edge('kind', 'greet').words).toEqual([
      '"kind" ended through "condition 2", but this edge leaves "condition 1".',
      'Condition 1 was false: "please pay" contains "hello".',
      'Condition 2 was true: "please pay" contains "pay".',
    ]);
    expect(edge('check', 'payer').words).toEqual(['Taken once: "check" ended through "approve".']);
    const journal = replay.moments.map(({ event }) => event);
    const { portName } = sketch;
    expect(explain(graph, journal, 'check', { portName })?.words.join(' ')).toContain(
      'completed on port approve',
    );
    expect(explain(graph, journal, 'greet', { portName })?.notRun?.edges[0]).toMatchObject({
      port: 'condition 1',
      why: '"kind" fired condition 2, not condition 1',
    });
    // The engine knows the handles, but not how a page calls them.
    expect(explained.notRun?.edges[0]).toMatchObject({ port: 'condition-0' });
  });

  it('[W82] a subagent that was not called is not called, not a branch that was not taken', async () => {
    const { replay, sketch } = await replayOf(letters, 'approve');
    const { nodes, edges } = overlayRun(replay, sketch);
    expect(nodes.get('lawyer')?.status).toBe('uncalled');
    expect(nodes.get('greet')?.status).toBe('skipped');
    expect(edges.get(sketch.edges.find(({ to }) => to === 'lawyer')!.key)).toBe('idle');
    expect(explainSubagent(replay, 'lawyer')?.words).toEqual([
      '"payer" may call "lawyer" as a tool but did not.',
    ]);
    expect(explainSubagent(replay, 'greet')).toBeNull();
  });

  it('[W82] has the log of the dialect', async () => {
    const { replay, view } = await replayOf(letters, { decision: 'reject', note: 'too late' });
    const logs = view['logs'] as readonly JsonObject[];
    expect(
      logOf(replay, 'canvas').map(({ node: nodeId, ...entry }) => ({ nodeId, ...entry })),
    ).toEqual(logs);
    expect(logOf(replay, 'canvas').map(({ content }) => content)).toContain(
      'User rejected this step. Feedback: too late',
    );
    expect(hasLog('native')).toBe(false);
  });

  it('[W82] tells nodes with the same title apart', () => {
    expect([...titlesOf(readSketch(findForm('canvas')!, letters)).values()]).toEqual([
      'Start',
      'Condition',
      'Approval',
      'Agent (greet)',
      'Agent (payer)',
      'Lawyer',
    ]);
  });
});

it.each(
  ['native', 'canvas', 'dataflow'].flatMap((dialect) =>
    exampleDefinitions(dialect).map(({ name, definition }) => [name, dialect, definition] as const),
  ),
)('[W82] every edge of %s leaves a port of its card', (_, dialect, definition) => {
  const { graph } = compileDefinition(definition);
  if (graph === null) return;
  const { nodes, edges } = sketchGraph(graph, { dialect, definition });
  const ports = new Map(nodes.map((node) => [node.id, new Set(node.ports.map(({ id }) => id))]));
  for (const { from, out, kind } of edges)
    expect([from, out, kind === 'subagent' || ports.get(from)?.has(out)]).toEqual([
      from,
      out,
      true,
    ]);
});
