// Why runs failed, as lists tell it: with the names of nodes.
import { EngineError } from '@skein/ports';
import { expect, it } from 'vitest';
import { hello, serve, type Loose, type Serving } from './serving.ts';

const empty = '${model-call.output.name}';

/** The second node reads what the first one has not given. */
const failing = {
  skein: 1,
  id: 'failing',
  name: 'Failing',
  nodes: [
    { id: 'model-call', type: 'llm', config: { prompt: 'Hello' } },
    { id: 'tell', type: 'transform', name: 'Tell it', config: { value: empty } },
  ],
  edges: [{ from: 'model-call', to: 'tell' }],
};

async function begin(): Promise<Serving & { readonly run: string }> {
  const serving = await serve({ engineOptions: { script: { otherwise: 'echo' } } });
  const { send } = serving;
  for (const body of [hello, failing]) await send('POST', '/api/v1/workflows', { body });
  await send('POST', '/api/v1/workflows/hello/run?wait=20', { body: {} });
  const { body } = await send('POST', '/api/v1/workflows/failing/run?wait=20', { body: {} });
  expect(body.run.error).toMatchObject({
    code: 'UNRESOLVED_REFERENCE',
    message: expect.stringContaining(empty),
  });
  return { ...serving, run: body.run_id };
}

it('[V4350] a failure is told with the names of nodes, and found by its code, its names and its ids', async () => {
  const { send, run } = await begin();
  const list = async (query: string): Promise<Loose[]> =>
    (await send('GET', `/api/v1/runs?${query}`)).body.items;
  const [shown] = await list('details=true&status=failed');
  expect(shown.details).toMatchObject({ code: 'UNRESOLVED_REFERENCE' });
  expect(shown.details.error).toContain('Model call › name');
  expect(shown.details.error).toContain('"Model call" is a text');
  for (const q of ['unresolved_reference', 'Model call › name', 'model-call.output']) {
    const found = await list(`in=content&q=${encodeURIComponent(q)}`);
    expect(found.map(({ id }) => id)).toEqual([run]);
  }
});

it('[V4350] what an earlier release has summed up without names is summed up anew', async () => {
  const { send, run, store } = await begin();
  const details = async () =>
    (await send('GET', '/api/v1/runs?details=true&status=failed')).body.items[0].details;
  const told = await details();
  const kept = await store.summaries?.get(run);
  if (kept === undefined) throw new Error('It was summed up.');
  const { code, ...before } = { ...(kept.content as Loose), error: 'about "model-call"' };
  expect(code).toBe('UNRESOLVED_REFERENCE');
  await store.summaries?.put({ run, seq: kept.seq, content: before });
  expect(await details()).toEqual(told);
});

it('[V4350] where nobody knows the names, the failure is told as it is', async () => {
  const { send, engine } = await begin();
  engine.workflows.get = () =>
    Promise.reject(new EngineError('WORKFLOW_NOT_FOUND', { workflow: 'failing' }));
  const { body } = await send('GET', '/api/v1/runs?details=true&status=failed');
  expect(body.items[0].details.error).toContain('the output of "model-call" is a text');
});

it('[V4351] a trial run, and what stands for the nodes around, are called as the editor calls them', async () => {
  const { send, engine } = await begin();
  const { body } = await send('POST', '/api/v1/workflows/failing/nodes/model-call/run?wait=20', {
    body: {},
  });
  expect(body.run.workflow.name).toBe('Trial run of Model call: Failing');
  const other = await send('POST', '/api/v1/workflows/failing/nodes/tell/run?wait=20', {
    body: { outputs: { 'model-call': { name: 'Ada' } } },
  });
  expect(other.body.run.output).toBe('Ada');
  const { id, version } = other.body.run.workflow;
  expect((await engine.workflows.get(id, version)).definition).toMatchObject({
    nodes: expect.arrayContaining([expect.objectContaining({ name: 'Model call' })]),
  });
});
