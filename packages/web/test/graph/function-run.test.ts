// Durable functions as people see them. Method: a real run, replayed from its journal as the studio does.
import { allKinds, compileDefinition } from '@skein/dialects';
import { isOver, type RunEvent } from '@skein/kernel';
import { createEngine, FatalError, TimeoutError, workflow, type Workflow } from 'skein';
import { expect, it } from 'vitest';
import { functionCalls, functionNodeOf } from '../../src/graph/run/function-calls.ts';
import { drawFunction } from '../../src/graph/run/function-sketch.ts';
import { advanceReplay, createReplay } from '../../src/graph/run/rebuild-run.ts';
import { spansOf } from '../../src/graph/timeline/timeline.ts';

const withinMs = 30;

const remind = workflow('remind', async (io, names: readonly string[]) => {
  await io.map('mails', names, async (name, own) => {
    const text = await own.step('write', () => `Dear ${name}`);
    await own.step('send', () => text.length);
  });
  for (let round = 0; round < 2; round++) {
    try {
      await io.approval('sign', { prompt: 'Sign?', within: withinMs });
    } catch (error) {
      if (!(error instanceof TimeoutError)) throw error;
      await io.step('nudge', () => round);
    }
  }
  await io.now();
  await io.sleep('10ms');
  await io
    .step('close', () => {
      throw new FatalError('closed already');
    })
    .catch(() => null);
  return 'over';
});

function replayOf(flow: Workflow, journal: readonly RunEvent[]) {
  const kinds = new Map([...flow.nodeTypes].map(([type, { kind }]) => [type, kind]));
  const { graph } = compileDefinition(flow.definition, { kinds: new Map([...allKinds, ...kinds]) });
  if (graph === null) throw new Error('It does not compile.');
  return advanceReplay(createReplay(graph), journal);
}

it('[W992][W993] its calls are rows of the timeline and cards of a graph, with loops folded', async () => {
  await using engine = await createEngine({ workflows: [remind] });
  const run = await engine.start(remind, ['Ada', 'Bob']);
  expect((await run.result()).output).toBe('over');
  const journal = await engine.runs.journal(run.id);
  const asked = journal.findIndex(({ type }) => type === 'node.waiting');
  const half = replayOf(remind, journal.slice(0, asked + 1));
  const node = functionNodeOf(half.graph) ?? '';
  expect(functionCalls(half.moments, node).at(-1)).toMatchObject({
    name: 'sign',
    kind: 'approval',
    status: 'waiting',
    toMs: null,
  });
  const replay = replayOf(remind, journal);
  const calls = functionCalls(replay.moments, node);
  expect(calls.map(({ name, status }) => `${name} ${status}`)).toEqual([
    'mails/write completed',
    'mails/write completed',
    'mails/send completed',
    'mails/send completed',
    'sign failed',
    'nudge completed',
    'sign failed',
    'nudge completed',
    'sleep completed',
    'close failed',
  ]);

  const spans = spansOf(replay.moments, { nowMs: 0, titleOf: String, functionNode: node });
  expect(spans.map(({ label, depth }) => `${depth} ${label}`)).toEqual([
    '0 start',
    '0 run',
    '1 mails/write · item 1',
    '1 mails/write · item 2',
    '1 mails/send · item 1',
    '1 mails/send · item 2',
    '1 sign',
    '1 nudge',
    '1 sign · 2',
    '1 nudge · 2',
    '1 sleep',
    '1 close',
  ]);
  const sign = spans.find(({ label }) => label === 'sign');
  expect((sign?.toMs ?? 0) - (sign?.fromMs ?? 0)).toBeGreaterThanOrEqual(withinMs);

  const { sketch, overlay } = drawFunction(calls, isOver(replay.state));
  expect(sketch.nodes.map(({ title, subtitle }) => `${title}: ${subtitle}`)).toEqual([
    'Start: Start',
    'mails/write: Step',
    'mails/send: Step',
    'sign: Approval',
    'nudge: Step',
    'sleep: Sleep',
    'close: Step',
  ]);
  expect(sketch.edges.map(({ key }) => key.replaceAll('call ', ''))).toEqual([
    'start→mails/write',
    'mails/write→mails/send',
    'mails/send→sign',
    'sign→nudge',
    'nudge→sign',
    'nudge→sleep',
    'sleep→close',
  ]);
  expect(overlay.nodes.get('call sign')).toMatchObject({ count: 2, status: 'failed' });
  expect(overlay.nodes.get('call close')).toMatchObject({ status: 'failed' });
});
