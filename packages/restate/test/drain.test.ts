// A worker with a successor leaves Restate, also while it has a call that does not end in time.
import { checkJsonSchema, nativeNodeTypes, type RegisteredFunction } from '@skein/agents';
import { admin, createRestateEngine, drain, startWorker } from '@skein/restate';
import { openStore } from '@skein/stores';
import {
  buildWorkflow,
  doorsOf,
  freshNamespace,
  freshPostgres,
  neededServer,
} from '@skein/testkit';
import { expect, it } from 'vitest';

it('[RS20] what does not end in time is handed over to the successor, and repeats nothing that it recorded', async () => {
  const { ingressUrl, adminUrl } = doorsOf(await neededServer('restate'));
  const door = admin(adminUrl);
  const database = await freshPostgres(await neededServer('postgres'));
  const store = await openStore(database.url);
  const place = { ingressUrl, namespace: freshNamespace() };
  const work = async (run: RegisteredFunction['run']) => {
    const nodeTypes = nativeNodeTypes({ functions: new Map([['f', { run }]]) });
    const options = { nodeTypes, checkSchema: checkJsonSchema, store };
    const worker = await startWorker({ ...place, engine: options, closeMaxMs: 100 });
    const deployment = await door.register(`http://127.0.0.1:${worker.port}`);
    return { worker, deployment, options };
  };
  const begun = Promise.withResolvers<void>();
  let steps = 0;
  const old = await work(async (_, io) => {
    await io.step('once', () => ++steps);
    begun.resolve();
    return new Promise<never>(() => {});
  });
  const engine = await createRestateEngine({ ...place, engine: old.options });
  const workflow = buildWorkflow({ nodes: [{ id: 'a', type: 'function', config: { name: 'f' } }] });
  const { id } = await engine.runs.start(workflow);
  await begun.promise;
  const fresh = await work(async (_, io) => `new, ${await io.step('once', () => ++steps)}`);
  const { worker, deployment } = old;
  expect(await drain(door, worker, { deployment, limitMs: 0 })).toBe(true);
  expect(await engine.runs.finished(id)).toMatchObject({ status: 'completed', output: 'new, 1' });
  const isListed = async (id: string) => (await fetch(`${adminUrl}/deployments/${id}`)).ok;
  expect(await isListed(deployment)).toBe(false);
  await engine.close();
  // It has no successor.
  expect(await drain(door, fresh.worker, { ...fresh, limitMs: 0 })).toBe(false);
  expect(await isListed(fresh.deployment)).toBe(true);
  await store.close();
  await database.drop();
});

it('[RS420] a worker without a successor finishes the call in flight, which is made once, and the next one continues', async () => {
  const { ingressUrl, adminUrl } = doorsOf(await neededServer('restate'));
  const door = admin(adminUrl);
  const database = await freshPostgres(await neededServer('postgres'));
  const store = await openStore(database.url);
  const place = { ingressUrl, namespace: freshNamespace() };
  const calls: string[] = [];
  const begun = Promise.withResolvers<void>();
  const held = Promise.withResolvers<string>();
  const slow: RegisteredFunction['run'] = () => {
    calls.push('slow');
    begun.resolve();
    return held.promise;
  };
  const after: RegisteredFunction['run'] = () => {
    calls.push('after');
    return 'after';
  };
  const functions = new Map([
    ['slow', { run: slow }],
    ['after', { run: after }],
  ]);
  const nodeTypes = nativeNodeTypes({ functions });
  const engine = { nodeTypes, checkSchema: checkJsonSchema, store };
  const first = await startWorker({ ...place, engine });
  const { port } = first;
  const deployment = await door.register(`http://127.0.0.1:${port}`);
  const asking = await createRestateEngine({ ...place, engine });
  const step = (name: string) => ({ id: name, type: 'function', config: { name } });
  const workflow = buildWorkflow({
    nodes: [step('slow'), step('after')],
    edges: ['slow -> after'],
  });
  const { id } = await asking.runs.start(workflow);
  await begun.promise;
  const drained = drain(door, first, { deployment, limitMs: 60_000 });
  setTimeout(() => held.resolve('done'), 500);
  expect(await drained).toBe(false);
  expect(await first.close()).toBe(true);
  const second = await startWorker({ ...place, engine, port });
  expect(await asking.runs.finished(id)).toMatchObject({ status: 'completed', output: 'after' });
  expect(calls).toEqual(['slow', 'after']);
  await asking.close();
  await second.close(0);
  await store.close();
  await database.drop();
});
