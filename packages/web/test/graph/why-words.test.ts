import { explain } from '@skein/kernel';
import { expect, it } from 'vitest';
import { advanceReplay, createReplay } from '../../src/graph/run/rebuild-run.ts';
import { sketchGraph, titlesOf } from '../../src/graph/run/sketch-graph.ts';
import { whyWords } from '../../src/graph/run/why-words.ts';
import { runExample } from './example-run.ts';

it('[W2450] why a node did not run is one sentence with the names of nodes, what was chosen and what was looked at', async () => {
  const { graph, journal } = await runExample('native/03-newsletter', {});
  const replay = advanceReplay(createReplay(graph), journal);
  const sketch = sketchGraph(graph);
  const titles = titlesOf(sketch);
  const nodeName = (id: string) => titles.get(id) ?? id;
  const explained = explain(graph, journal, 'draw', { portName: sketch.portName, nodeName });
  const edges = explained?.notRun?.edges ?? [];
  expect(whyWords(replay, { node: 'draw', edges }, { sketch, titles })).toBe(
    'Draw it did not run because With a picture? chose no: Plan the issue › picture was empty.',
  );
  expect(explained?.words[0]).toBe('"Draw it" is skipped.');
  // Before it is over, that is not decided.
  const begun = advanceReplay(createReplay(graph), journal.slice(0, 2));
  expect(whyWords(begun, { node: 'draw', edges }, { sketch, titles })).toBeNull();
});
