// Goal: the thread of an engine evaluates no schema for a value that somebody else has judged. Method: who judges elsewhere says the
// contrary of the truth, and is believed; what is evaluated here would say the truth.
import { createEngine } from '@skein/engine';
import { checkJsonSchema, nativeNodeTypes } from '@skein/agents';
import { rememberCheck } from '@skein/dialects';
import type { Json } from '@skein/kernel';
import type { CheckAhead } from '@skein/ports';
import { seededIds, virtualClock } from '@skein/simulation';
import { memoryStore } from '@skein/stores';
import { buildWorkflow } from '@skein/testkit';
import { expect, it, onTestFinished } from 'vitest';

const schema = { type: 'array', items: { type: 'integer' } };
const workflow = buildWorkflow({
  nodes: [
    { id: 'start', type: 'start', config: { schema } },
    { id: 'ask', type: 'input', config: { prompt: 'More?', schema } },
    { id: 'hear', type: 'event', config: { name: 'more', schema } },
  ],
  edges: [
    { from: 'start', to: 'ask' },
    { from: 'ask', to: 'hear' },
  ],
});

async function engineWith(checkAhead: CheckAhead) {
  const engine = await createEngine({
    store: memoryStore(),
    nodeTypes: new Map(nativeNodeTypes({ functions: new Map() })),
    checkSchema: checkJsonSchema,
    checkAhead,
    clock: virtualClock(),
    ids: seededIds(1),
  });
  onTestFinished(() => engine.close());
  return engine;
}

it('[E850] inputs and answers are judged ahead, and what was said there counts: nothing is evaluated here', async () => {
  const asked: Json[] = [];
  const lying: CheckAhead = async (asking, value, options) => {
    asked.push([value, options.formats ?? false, options.user ?? null]);
    const isMisfit = value === good;
    const check = isMisfit
      ? { result: 'misfit' as const, problems: ['so it was said elsewhere'] }
      : { result: 'fits' as const };
    rememberCheck(asking, value, { ...options, check });
  };
  const [good, bad, worse]: Json[][] = [[1], ['x'], ['y']];
  const engine = await engineWith(lying);
  const start = (input: Json) => engine.runs.start(workflow, { input, user: 'ann' });
  await expect(start(good ?? [])).rejects.toMatchObject({
    code: 'INPUT_INVALID',
    details: { complaints: ['so it was said elsewhere'] },
  });
  const { id } = await start(bad ?? []);
  await engine.runs.settled(id);
  const [wait] = (await engine.waits.list({ run: id })).items;
  await expect(engine.waits.answer(wait?.id ?? '', good ?? [])).rejects.toMatchObject({
    code: 'ANSWER_REFUSED',
  });
  await engine.waits.answer(wait?.id ?? '', worse ?? []);
  await engine.runs.settled(id);
  expect(asked).toEqual([
    [good, false, 'ann'],
    [bad, false, 'ann'],
    [good, true, 'ann'],
    [worse, true, 'ann'],
  ]);
});

it('[E850] what nobody judges elsewhere is judged here', async () => {
  const engine = await engineWith(() => undefined);
  await expect(engine.runs.start(workflow, { input: ['x'] })).rejects.toMatchObject({
    code: 'INPUT_INVALID',
  });
  await engine.runs.start(workflow, { input: [1] });
});
