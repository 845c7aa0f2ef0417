import { explain, type RunEvent } from '@skein/kernel';
import { describe, expect, it } from 'vitest';
import { conversationOf } from '../../src/graph/run/conversation.ts';
import { outcomeOf } from '../../src/graph/run/outcome-of.ts';
import { overlayRun } from '../../src/graph/run/overlay-run.ts';
import { advanceReplay, createReplay, type Replay } from '../../src/graph/run/rebuild-run.ts';
import { sketchGraph } from '../../src/graph/run/sketch-graph.ts';
import { scaleOf, spansOf, type Span } from '../../src/graph/timeline/timeline.ts';
import { ticksOf } from '../../src/graph/timeline/ticks-of.ts';
import { depthOf, groupEntries } from '../../src/graph/run/group-entries.ts';
import { runExample, type ExampleRun } from './example-run.ts';

function replayOf({ graph, journal }: Pick<ExampleRun, 'graph' | 'journal'>): Replay {
  return advanceReplay(createReplay(graph), journal);
}

describe('replaying a run', () => {
  it('[W14] shows what the engine shows', async () => {
    const files = [
      'native/04-contract-approvals',
      'canvas/01-deferred-branches',
      'native/05-soup-in-rounds',
    ];
    for (const file of files) {
      const example = await runExample(file, { script: file.startsWith('canvas') });
      const { workflow, ...shown } = example.run;
      expect(workflow).toBeDefined();
      expect(replayOf(example).view).toMatchObject(shown);
    }
  });

  it('[W15] applies events in parts, twice and out of order with the same result', async () => {
    const example = await runExample('native/05-soup-in-rounds');
    const { journal, graph } = example;
    const middle = Math.floor(journal.length / 2);
    const first = advanceReplay(createReplay(graph), journal.slice(0, middle).toReversed());
    const again = advanceReplay(first, journal.slice(0, middle));
    expect(again).toBe(first);
    // Early events wait for missing ones.
    expect(advanceReplay(first, journal.slice(middle + 1))).toBe(first);
    expect(advanceReplay(first, journal).view).toEqual(replayOf(example).view);
  });
});

describe('the run on its graph', () => {
  it('[W16] shows what was taken, and what was not', async () => {
    const example = await runExample('native/03-newsletter', {
      script: true,
      input: { topic: 'tea' },
    });
    const sketch = sketchGraph(example.graph);
    const { nodes, edges } = overlayRun(replayOf(example), sketch);
    expect(nodes.get('layout')).toMatchObject({ status: 'completed', count: 1 });
    expect(nodes.get('draw')).toMatchObject({ status: 'skipped', count: 0 });
    const stateOf = (from: string, to: string) =>
      edges.get(sketch.edges.find((edge) => edge.from === from && edge.to === to)!.key);
    expect(stateOf('issue', 'write')).toBe('taken');
    expect(stateOf('wants-picture', 'draw')).toBe('skipped');
    expect(stateOf('draw', 'layout')).toBe('skipped');
  });

  it('[W16] counts the rounds of a loop', async () => {
    const example = await runExample('native/05-soup-in-rounds');
    const { nodes } = overlayRun(replayOf(example), sketchGraph(example.graph));
    expect(Math.max(...[...nodes.values()].map(({ count }) => count))).toBeGreaterThan(1);
  });

  it('[W16] shows a wait, and subagents', async () => {
    const asked = await runExample('canvas/01-deferred-branches', { script: true });
    expect(overlayRun(replayOf(asked), sketchGraph(asked.graph)).nodes.get('legal')?.status).toBe(
      'waiting',
    );
    const team = await runExample('native/19-research-team', { script: true, input: 'rivers' });
    const sketch = sketchGraph(team.graph);
    const { nodes, edges } = overlayRun(replayOf(team), sketch);
    expect(nodes.get('researcher')).toMatchObject({ status: 'completed', count: 1 });
    expect(nodes.get('critic')?.status).toBe('failed');
    const link = sketch.edges.find(({ to }) => to === 'archivist')!;
    expect(edges.get(link.key)).toBe('taken');
  });

  it('[W17] says why in the words of the kernel', async () => {
    const example = await runExample('native/03-newsletter', {
      script: true,
      input: { topic: 'tea' },
    });
    const why = explain(
      example.graph,
      replayOf(example).moments.map(({ event }) => event),
      'draw',
    );
    expect(why?.words.join(' ')).toContain('branch not taken');
  });
});

describe('the conversation', () => {
  it('[W18] has the input, calls with their results, and agents below agents', async () => {
    const team = await runExample('native/19-research-team', { script: true, input: 'rivers' });
    const entries = conversationOf(replayOf(team).moments);
    expect(entries[0]).toMatchObject({ kind: 'person', text: 'rivers' });
    const search = entries.find(
      (entry) => entry.kind === 'call' && entry.name === 'archive-search',
    );
    expect(search).toMatchObject({ depth: 2, result: ['Lys: 202 km'], error: null });
    // The critic's turns were over before its own search began.
    const searches = entries.filter((entry) => 'name' in entry && entry.name === 'archive-search');
    expect(searches.map((entry) => 'progress' in entry && entry.progress)).toEqual([
      'completed',
      'stopped',
    ]);
    const calls = entries.filter((entry) => entry.kind === 'call' && entry.isSubagent);
    expect(calls.map((entry) => entry.kind === 'call' && entry.name)).toEqual(
      expect.arrayContaining(['researcher', 'archivist']),
    );
    const below = groupEntries(entries, 0).filter(
      ([first]) => first !== undefined && depthOf(first) > 0,
    );
    expect(below.flat()).toEqual(entries.filter((entry) => depthOf(entry) > 0));
    expect(entries.at(-1)).toMatchObject({
      kind: 'reply',
      node: 'editor',
      depth: 0,
      text: 'The Lys winds for 202 km.',
    });
  });

  it('[W3775] says an answer in words, and nothing of what was left empty', async () => {
    const asked = await runExample('native/04-contract-approvals', {
      input: { with: 'Ada', until: '' },
      answers: [
        { node: 'legal', answer: { decision: 'approve', note: '' } },
        { node: 'finance', answer: { decision: 'reject', note: 'Too long' } },
      ],
    });
    const said = conversationOf(replayOf(asked).moments).filter(({ kind }) => kind === 'person');
    expect(said.map((entry) => 'text' in entry && entry.text)).toEqual([
      'with: Ada',
      'Approved',
      'Rejected: Too long',
    ]);
  });

  it('[W18] ends with the output of the run, or its failure', async () => {
    const team = replayOf(
      await runExample('native/19-research-team', { script: true, input: 'rivers' }),
    );
    expect(outcomeOf(team, conversationOf(team.moments))).toMatchObject({
      status: 'completed',
      isSaid: true,
    });
    const warning = {
      code: 'ANSWER_CUT',
      message: 'It breaks off.',
      node: 'editor',
      activation: 1,
    };
    const warned = { ...team, state: { ...team.state, warnings: [warning] } };
    expect(outcomeOf(warned, [])).toMatchObject({ warnings: [warning] });
    const flaky = replayOf(await runExample('native/09-flaky-upload'));
    expect(outcomeOf(flaky, [])).toMatchObject({ status: flaky.state.status, isSaid: false });
    const asked = replayOf(await runExample('canvas/01-deferred-branches', { script: true }));
    expect(outcomeOf(asked, [])).toBeNull();
  });

  it('[W18] does not show an empty input', async () => {
    const example = await runExample('native/09-flaky-upload', { input: {} });
    expect(conversationOf(replayOf(example).moments)).toEqual([]);
  });

  it('[W18] says which call waits for a person', async () => {
    const refund = await runExample('native/18-refund-approval', { script: true, input: 'refund' });
    const calls = conversationOf(replayOf(refund).moments).filter(({ kind }) => kind === 'call');
    expect(calls.at(-1)).toMatchObject({ progress: 'waiting', result: undefined });
  });

  it('[W18] has questions and their answers', async () => {
    const asked = await runExample('canvas/01-deferred-branches', {
      script: true,
      answers: [{ node: 'legal', answer: 'approve' }],
    });
    const entries = conversationOf(replayOf(asked).moments);
    expect(entries.find(({ kind }) => kind === 'question')).toMatchObject({
      text: 'May we announce this?',
    });
    expect(entries.filter(({ kind }) => kind === 'person').at(-1)).toMatchObject({
      kind: 'person',
    });
  });
});

describe('the timeline', () => {
  const titleOf = (node: string) => node;

  it('[W19] has one row per activation, with attempts below it', async () => {
    const flaky = await runExample('native/09-flaky-upload');
    const { moments } = replayOf(flaky);
    const spans = spansOf(moments, { nowMs: moments.at(-1)!.event.at, titleOf });
    const attempts = spans.filter(({ label }) => label.startsWith('attempt'));
    expect(attempts.length).toBeGreaterThan(1);
    expect(attempts[0]).toMatchObject({ depth: 1, status: 'failed' });
    for (const span of spans) expect(span.toMs).toBeGreaterThanOrEqual(span.fromMs);
  });

  it('[W19][W3940] shows model calls, tools and subagents inside their agent', async () => {
    const team = await runExample('native/19-research-team', { script: true, input: 'rivers' });
    const { moments } = replayOf(team);
    const spans = spansOf(moments, { nowMs: 0, titleOf });
    expect(spans.filter(({ depth }) => depth > 0).length).toBeGreaterThan(5);
    const labels = spans.map(({ label }) => label);
    const archivist = labels.indexOf('Archivist (subagent)');
    expect(labels.slice(archivist - 1, archivist + 3)).toEqual([
      'offline model',
      'Archivist (subagent)',
      'offline model',
      'archive-search',
    ]);
    const [above, search] = [spans[archivist]!, spans[archivist + 2]!];
    expect([above.depth, search.depth]).toEqual([2, 3]);
    expect(above.fromMs).toBeLessThanOrEqual(search.fromMs);
    expect(above.toMs).toBeGreaterThanOrEqual(search.toMs);
  });

  it('[W20] folds waiting, and is monotonic', () => {
    const span = (fromMs: number, toMs: number): Span => ({
      key: String(fromMs),
      node: 'a',
      activation: 1,
      label: 'a',
      depth: 0,
      status: 'completed',
      fromMs,
      toMs,
      queuedMs: 0,
      seq: 1,
    });
    const day = 86_400_000;
    const scale = scaleOf([span(0, 1000), span(day, day + 2000)]);
    expect(scale.folds).toEqual([{ fromMs: 1000, toMs: day }]);
    const places = [0, 500, 1000, day / 2, day, day + 1000, day + 2000].map(scale.place);
    expect(places[0]).toBe(0);
    expect(places.at(-1)).toBeCloseTo(1);
    expect(places).toEqual(places.toSorted((left, right) => left - right));
    expect(scale.place(day) - scale.place(1000)).toBeCloseTo(0.12);
    expect(scale.place(500)).toBeGreaterThan(0.1);
  });

  it('[W20] is marked at round times, and after a fold by what has passed since', () => {
    const busy = { fromMs: 0, toMs: 1000 };
    const place = (ms: number) => (ms <= 1000 ? ms * 0.0004 : 0.7 + (ms - 9000) * 0.0003);
    expect(ticksOf({ ...busy, folds: [], place: (ms) => ms / 1000 })).toEqual(
      [0, 200, 400, 600, 800].map((ms) => ({ share: ms / 1000, ms, isAfterFold: false })),
    );
    const folds = [{ fromMs: 1000, toMs: 9000 }];
    const ticks = ticksOf({ fromMs: 0, toMs: 10_000, folds, place });
    expect(ticks.map(({ ms, isAfterFold }) => `${isAfterFold ? '+' : ''}${ms}`)).toEqual([
      '0',
      '500',
      '+0',
      '+500',
    ]);
    const atTheEnd = [{ fromMs: 450, toMs: 1000 }];
    const wide = (ms: number) => (ms <= 450 ? ms * 0.002 : 0.9 + (ms - 450) / 5500);
    const before = ticksOf({ ...busy, folds: atTheEnd, place: wide });
    expect(before.map(({ ms }) => ms)).toEqual([0, 100, 200, 300]);
    expect(ticksOf(scaleOf([]))).toEqual([]);
  });

  it('[W20] gives the whole width to a wait when there is nothing else', () => {
    const waiting: Span = {
      key: 'a',
      node: 'a',
      activation: 1,
      label: 'a',
      depth: 0,
      status: 'waiting',
      fromMs: 0,
      toMs: 42_000,
      queuedMs: 0,
      seq: 1,
    };
    const scale = scaleOf([waiting]);
    expect([scale.place(0), scale.place(21_000), scale.place(42_000)]).toEqual([0, 0.5, 1]);
  });

  it('[W20] needs no rows', () => {
    expect(scaleOf([]).place(5)).toBe(0);
    const none: readonly RunEvent[] = [];
    expect(
      spansOf(
        none.map((event) => ({ event, derived: [] })),
        { nowMs: 1, titleOf },
      ),
    ).toEqual([]);
  });
});
