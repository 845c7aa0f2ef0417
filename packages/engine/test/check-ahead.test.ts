// Goal: the thread of an engine evaluates no schema for a value that somebody else has judged. Method: who judges elsewhere says the
// contrary of the truth, and is believed; what is evaluated here would say the truth.
import { createEngine } from '@skein/engine';
import { checkJsonSchema, nativeNodeTypes } from '@skein/agents';
import { rememberCheck } from '@skein/dialects';
import type { Json } from '@skein/kernel';
import type { CheckAhead, NodeType, Store } from '@skein/ports';
import { seededIds, settleTicks, virtualClock } from '@skein/simulation';
import { memoryStore } from '@skein/stores';
import { buildWorkflow } from '@skein/testkit';
import { expect, it, onTestFinished, vi } from 'vitest';

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

/** An event that checks what arrives, as a node type of a host may. */
const checkedEvent: NonNullable<NodeType['accept']> = (answer, { config }) =>
  checkJsonSchema(config['schema'] ?? {}, answer).result === 'fits'
    ? { ok: true, answer, result: { value: answer } }
    : { ok: false, message: 'It does not fit.', hint: 'None.' };

async function engineWith(checkAhead: CheckAhead, store: Store = memoryStore()) {
  const nodeTypes = new Map(nativeNodeTypes({ functions: new Map() }));
  const event = nodeTypes.get('event');
  if (event !== undefined) nodeTypes.set('event', { ...event, accept: checkedEvent });
  const engine = await createEngine({
    store,
    nodeTypes,
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
    asked.push([value, options.user ?? null]);
    const isMisfit = value === good;
    const check = isMisfit
      ? { result: 'misfit' as const, problems: ['so it was said elsewhere'] }
      : { result: 'fits' as const };
    rememberCheck(asking, value, check);
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
    [good, 'ann'],
    [bad, 'ann'],
    [good, 'ann'],
    [worse, 'ann'],
  ]);
});

it('[E850] an event is judged ahead, at an open wait and when it was kept for one', async () => {
  const asked: Json[] = [];
  const lying: CheckAhead = async (asking, value) => {
    asked.push(value);
    const isMisfit = Array.isArray(value) && value[0] === 1;
    const check = isMisfit
      ? { result: 'misfit' as const, problems: ['so it was said elsewhere'] }
      : { result: 'fits' as const };
    rememberCheck(asking, value, check);
  };
  const engine = await engineWith(lying);
  const hearing = buildWorkflow({
    nodes: [
      { id: 'hear', type: 'event', config: { name: 'more', schema } },
      { id: 'again', type: 'event', config: { name: 'last', schema } },
    ],
    edges: [{ from: 'hear', to: 'again' }],
  });
  const { id } = await engine.runs.start(hearing, {});
  await engine.runs.settled(id);
  const send = (name: string, data: Json) => engine.events.send(name, data, { run: id });
  // It fits; but elsewhere the contrary was said.
  expect(await send('more', [1])).toMatchObject({ delivered: 0 });
  // Nobody waits for this one yet.
  expect(await send('last', ['kept'])).toEqual({ delivered: 0, kept: true });
  expect(await send('more', ['open'])).toMatchObject({ delivered: 1 });
  const { status, output } = await engine.runs.finished(id);
  expect([status, output]).toEqual(['completed', ['kept']]);
  expect(asked).toEqual(expect.arrayContaining([[1], ['open'], ['kept']]));
});

it('[E860] a large answer that is still being checked when an equal one is given is a success; another one is told so', async () => {
  const checks: (() => void)[] = [];
  const slow: CheckAhead = (asking, value) => {
    rememberCheck(asking, value, { result: 'fits' });
    return new Promise((resolve) => checks.push(resolve));
  };
  const asked = buildWorkflow({
    nodes: [{ id: 'ask', type: 'input', config: { prompt: 'More?', schema } }],
    edges: [],
  });
  for (const isWritten of [false, true]) {
    const held = heldStore(memoryStore());
    const engine = await engineWith(slow, held.store);
    const { id } = await engine.runs.start(asked, {});
    await engine.runs.settled(id);
    const [wait] = (await engine.waits.list({ run: id })).items;
    const answer = (given: Json) => engine.waits.answer(wait?.id ?? '', given);
    const [first, equal, other] = [answer([1, 2]), answer([1, 2]), answer([3])];
    other.catch(() => {});
    await vi.waitFor(() => expect(checks).toHaveLength(3));
    held.hold();
    checks.shift()?.();
    await vi.waitUntil(() => held.count() === 1);
    if (isWritten) {
      held.release();
      await first;
    }
    for (const check of checks.splice(0)) check();
    await settleTicks(20);
    held.release();
    await first;
    expect(await equal).toMatchObject({ run: id });
    await expect(other).rejects.toMatchObject({ code: 'WAIT_ANSWERED' });
  }
});

/** A store whose appends wait while they are held. */
function heldStore(store: Store) {
  let gate: PromiseWithResolvers<void> | null = null;
  let waiting = 0;
  const append: Store['runs']['append'] = async (...given) => {
    if (gate !== null) {
      waiting += 1;
      await gate.promise;
    }
    return store.runs.append(...given);
  };
  return {
    store: { ...store, runs: { ...store.runs, append } },
    hold: () => void (gate = Promise.withResolvers()),
    release() {
      gate?.resolve();
      gate = null;
    },
    count: () => waiting,
  };
}

it('[E861] the input of a child, a fork and a replay is judged ahead', async () => {
  const asked: Json[] = [];
  const seeing: CheckAhead = async (_asking, value) => void asked.push(value);
  const engine = await engineWith(seeing);
  const inner = buildWorkflow({
    id: 'inner',
    nodes: [{ id: 'start', type: 'start', config: { schema } }],
    edges: [],
  });
  await engine.workflows.save(inner);
  const outer = buildWorkflow({
    nodes: [{ id: 'below', type: 'subworkflow', config: { workflow: 'inner', input: [7] } }],
    edges: [],
  });
  const parent = await engine.runs.start(outer, {});
  expect((await engine.runs.finished(parent.id)).status).toBe('completed');
  const { id } = await engine.runs.start(inner, { input: [1] });
  await engine.runs.finished(id);
  await engine.runs.fork(id, { input: [2] });
  await engine.runs.replay(id, { with: { input: [3] } });
  expect(asked).toEqual([[7], [1], [2], [3]]);
});

it('[E850] what nobody judges elsewhere is judged here', async () => {
  const engine = await engineWith(() => undefined);
  await expect(engine.runs.start(workflow, { input: ['x'] })).rejects.toMatchObject({
    code: 'INPUT_INVALID',
  });
  await engine.runs.start(workflow, { input: [1] });
});
