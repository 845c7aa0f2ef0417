import { compileDefinition } from '@skein/dialects';
import {
  createRun,
  explain,
  isOver,
  RULES,
  runId,
  transition,
  versionId,
  workflowId,
  type Graph,
  type RunEvent,
} from '@skein/kernel';
import { expect, it } from 'vitest';
import { advanceReplay, createReplay } from '../../src/graph/run/rebuild-run.ts';
import { sketchGraph, titlesOf } from '../../src/graph/run/sketch-graph.ts';
import { inTimes, ranTimes, whyWords } from '../../src/graph/run/why-words.ts';
import { runExample } from './example-run.ts';

it('[W2450] why a node did not run is one sentence with the names of nodes, what was chosen and what was looked at', async () => {
  const { graph, journal } = await runExample('native/03-newsletter', {});
  const replay = advanceReplay(createReplay(graph), journal);
  const sketch = sketchGraph(graph);
  const titles = titlesOf(sketch);
  const nodeName = (id: string) => titles.get(id) ?? id;
  const explainNode = (id: string) =>
    explain(graph, journal, id, { portName: sketch.portName, nodeName, namesEdges: false });
  const explained = explainNode('draw');
  const edges = explained?.notRun?.edges ?? [];
  expect(whyWords(replay, { node: 'draw', edges }, { sketch, titles, explainNode })).toBe(
    'Draw it did not run because With a picture? chose no: Plan the issue › picture was empty.',
  );
  expect(explained?.words[0]).toBe('"Draw it" is skipped.');
  // Before it is over, that is not decided.
  const begun = advanceReplay(createReplay(graph), journal.slice(0, 2));
  expect(whyWords(begun, { node: 'draw', edges }, { sketch, titles, explainNode })).toBeNull();
});

it('[W3103] goes back to what decided, and says of a node that ran what it chose', () => {
  const compiled = compileDefinition({
    skein: 1,
    nodes: [
      { id: 'start', type: 'start', name: 'Begin' },
      {
        id: 'door',
        type: 'if',
        name: 'Is it tea?',
        config: {
          condition: {
            all: [
              { left: '${trigger}', op: 'contains', right: 'tea' },
              { left: '${trigger}', op: 'ne', right: '' },
            ],
          },
        },
      },
      { id: 'first', type: 'transform', name: 'Warm the cup', config: { value: 1 } },
      { id: 'second', type: 'transform', name: 'Pour', config: { value: 2 } },
      { id: 'third', type: 'transform', name: 'Drink', config: { value: 3 } },
      { id: 'other', type: 'transform', name: 'Grind', config: { value: 4 } },
    ],
    edges: [
      { from: 'start', to: 'door' },
      { from: 'door', out: 'true', to: 'first' },
      { from: 'first', to: 'second' },
      { from: 'second', to: 'third' },
      { from: 'door', out: 'false', to: 'other' },
    ],
  });
  const { graph } = compiled;
  if (graph === null) throw new Error(compiled.diagnostics[0]?.message);
  const journal = journalOf(graph, 'coffee');
  const replay = advanceReplay(createReplay(graph), journal);
  const sketch = sketchGraph(graph);
  const titles = titlesOf(sketch);
  const nodeName = (id: string) => titles.get(id) ?? id;
  const explainNode = (id: string) =>
    explain(graph, journal, id, { portName: sketch.portName, nodeName, namesEdges: false });
  const why = (node: string) =>
    whyWords(
      replay,
      { node, edges: explainNode(node)?.notRun?.edges ?? [] },
      { sketch, titles, explainNode },
    );
  const looked = 'Is it tea? chose no: "coffee" contains "tea": no';
  expect(why('first')).toBe(`Warm the cup did not run because ${looked}.`);
  expect(why('third')).toBe(`Drink did not run because Pour did not run: ${looked}.`);
  const ran = (node: string) => ranTimes(explainNode(node)!, titles).map(({ words }) => words);
  expect(ran('door')).toEqual([
    'Is it tea? ran after Begin, and chose no: "coffee" contains "tea": no.',
  ]);
  expect(ran('start')).toEqual(['Begin ran.']);
  expect(ran('third')).toEqual([]);
  // One sign ends a sentence.
  expect(ran('other')).toEqual(['Grind ran after Is it tea?']);
});

it('[W4200] the sentence about a condition names what it looked at, and a failure names nodes as people call them', () => {
  const compiled = compileDefinition({
    skein: 1,
    nodes: [
      { id: 'begin', type: 'start', name: 'Order' },
      {
        id: 'door',
        type: 'if',
        name: 'Is it urgent?',
        config: { condition: { left: '${begin.output.urgent}', op: 'eq', right: true } },
      },
      { id: 'sum', type: 'transform', name: 'Add up', config: { value: '${begin.output.tone}' } },
      { id: 'last', type: 'transform', name: 'Send it', config: { value: 1 } },
    ],
    edges: [
      { from: 'begin', to: 'door' },
      { from: 'door', out: 'false', to: 'sum' },
      { from: 'sum', to: 'last' },
    ],
  });
  const { graph } = compiled;
  if (graph === null) throw new Error(compiled.diagnostics[0]?.message);
  const journal = journalOf(graph, 'tea');
  const titles = titlesOf(sketchGraph(graph));
  const ran = (node: string) =>
    ranTimes(explain(graph, journal, node)!, titles, graph.workflow).map(({ words }) => words);
  expect(ran('door')).toEqual([
    'Is it urgent? ran after Order, and chose no: Order › urgent was missing, asked whether it is true.',
  ]);
  const replay = advanceReplay(createReplay(graph), journal);
  const place = { sketch: sketchGraph(graph), titles, explainNode: () => null };
  const { edges = [] } = explain(graph, journal, 'last')?.notRun ?? {};
  const why = whyWords(replay, { node: 'last', edges }, place) ?? '';
  expect(why).toMatch(/^Send it did not run because Add up failed: Order › tone could not be/);
  expect(why).toContain('the output of "Order" is a text');
  // How a default is written stays as it is written.
  expect(why).toContain('${begin.output.tone|…}');
});

it('[W3902] a node that ran several times says why each time, and one that goes on what it does', async () => {
  const timesOf = async (name: string, node: string) => {
    const { graph, journal } = await runExample(name, {});
    const titles = titlesOf(sketchGraph(graph));
    return ranTimes(explain(graph, journal, node)!, titles).map(({ words }) => words);
  };
  const looped = await timesOf('native/05-soup-in-rounds', 'taste');
  expect(looped[0]).toBe('The 1st time, Taste it ran after Add a spoon of salt.');
  expect(looped[1]).toMatch(/^The 2nd time, /);
  expect(looped.join(' ')).not.toMatch(/Activation|#\d|\{/);
  const activation = (outcome: string) => ({ n: 1, round: {}, causedBy: [], inputs: {}, outcome });
  const said = (outcome: string) =>
    ranTimes({ node: 'a', activations: [activation(outcome)] }, new Map([['a', 'Ask']]))[0]?.words;
  expect(said('running')).toBe('Ask is running.');
  expect(said('waiting for approval')).toBe('Ask waits.');
  expect(said('failed: It is: broken.')).toBe('Ask ran, and failed: It is: broken.');
  expect(said('cancelled')).toBe('Ask was reached, and was cancelled.');
  expect(inTimes('Activation 1 answered the caller of the run.', 1)).toBe(
    'It answered the caller of the run.',
  );
  expect(inTimes('Warning of activation 3: Late.', 4)).toBe('Warning, the 3rd time: Late.');
});

/** A run of nodes that the kernel computes by itself. */
function journalOf(graph: Graph, input: string): readonly RunEvent[] {
  const started = {
    seq: 1,
    at: 1,
    id: 'e1',
    type: 'run.started',
    run: runId('r'),
    workflow: { id: workflowId('w'), version: versionId('v') },
    rules: RULES,
    input,
  } as const;
  const { state } = transition(graph, createRun(), started);
  expect(isOver(state)).toBe(true);
  return [started];
}
