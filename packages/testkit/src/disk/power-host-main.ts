// A process that works on a file and reports on stderr what it has acknowledged, to be traced.
import { writeSync } from 'node:fs';
import process from 'node:process';
import { nativeNodeTypes } from '@skein/agents';
import { createEngine } from '@skein/engine';
import { openStore } from '@skein/stores';
import { buildWorkflow } from '../engine/build-workflow.ts';

const stderr = 2;
const [url = ''] = process.argv.slice(2);
const store = await openStore(url);
const append: typeof store.runs.append = async (...given) => {
  await store.runs.append(...given);
  const [run, seq, events] = given;
  writeSync(stderr, `ACK ${run} ${seq + events.length}\n`);
};
const functions = new Map([['say', { run: () => 'x'.repeat(300) }]]);
const engine = await createEngine({
  store: { ...store, runs: { ...store.runs, append } },
  nodeTypes: nativeNodeTypes({ functions }),
  durable: {},
});
const ids = Array.from({ length: 10 }, (_, i) => `say${i}`);
const flow = buildWorkflow({
  id: 'power',
  nodes: ids.map((id) => ({ id, type: 'function', config: { name: 'say' } })),
  edges: ids.slice(1).map((id, i) => ({ from: `say${i}`, to: id })),
});
for (let i = 0; i < 4; i++) {
  const runs = [await engine.runs.start(flow), await engine.runs.start(flow)];
  await Promise.all(runs.map(({ id }) => engine.runs.finished(id)));
}
process.kill(process.pid, 'SIGKILL');
