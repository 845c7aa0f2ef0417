import { createServer } from '@skein/server';
import { openStore } from '@skein/stores';
import { createEngine } from 'skein';

const store = await openStore('sqlite:/tmp/studiob/measure.db');
const engine = await createEngine({ store, durable: {} });
const server = createServer({
  engine,
  store,
  catalogue: { nodeTypes: () => [], functions: () => [], models: () => [], tools: () => [], templates: () => [] },
  recordCassette: async () => { throw new Error('no'); },
} as never);
const ask = async (where: string) => {
  const begun = performance.now();
  const response = await server.fetch(new Request(`http://localhost/api/v1${where}`));
  const body = await response.text();
  return [response.status, body.length, Math.round(performance.now() - begun)];
};
for (const rounds of [10, 1000]) {
  const flow = {
    skein: 1,
    id: `loop-${rounds}`,
    policy: { maxSteps: 100000, maxPasses: null },
    nodes: [
      { id: 'count', type: 'set', config: { values: { n: '${= state.n + 1 }' } } },
      { id: 'text', type: 'transform', config: { value: 'a text of some length, again and again' } },
    ],
    state: { n: 0 },
    edges: [
      { from: 'count', to: 'text' },
      { from: 'text', to: 'count', loop: true, when: `\${= state.n < ${rounds} }` },
    ],
  };
  await engine.workflows.save(flow as never);
  const ids = [];
  for (let i = 0; i < 50; i++) ids.push((await engine.runs.start(flow.id, { input: { i } })).id);
  for (const id of ids) await engine.runs.finished(id);
  const { seq, status } = await engine.runs.get(ids[0] as never);
  console.log(rounds, 'rounds', seq, 'rows each', status);
  for (const what of ['first', 'second', 'third']) console.log(' list', what, await ask(`/runs?workflow=${flow.id}&details=true&limit=50`));
  console.log(' search for nothing', await ask(`/runs?workflow=${flow.id}&in=content&q=zzzz&limit=50`));
}
await server.close();
await engine.close();
await store.close();
