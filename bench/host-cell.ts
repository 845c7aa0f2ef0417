// One process of the comparison of hosts: node host-cell.ts STORE RUNS [INGRESS]. Starts so many runs of ten functions at once, waits
// for their ends, and prints one line of JSON. With an ingress the runs are on Restate.
import process from 'node:process';
import { createEngine, type Engine } from '@skein/engine';
import { createRestateEngine } from '@skein/restate';
import { openStore } from '@skein/stores';
import { chainOf, chainOptions } from '@skein/testkit';

const [storeUrl = '', count = '0', ingressUrl] = process.argv.slice(2);
const store = await openStore(storeUrl);
const engine = await open();
await engine.workflows.save(chainOf(false));
// Everything is loaded and connected once before the clock starts.
await engine.runs.finished((await engine.runs.start('chain')).id);
const [begun, cpuBefore] = [performance.now(), process.cpuUsage()];
const ids = await Promise.all(
  Array.from({ length: Number(count) }, () => engine.runs.start('chain')),
);
const ended = await Promise.all(ids.map(({ id }) => engine.runs.finished(id)));
const cpu = process.cpuUsage(cpuBefore);
const wrong = ended.filter(({ output }) => output !== 10).length;
if (wrong > 0) throw new Error(`${wrong} runs ended otherwise than they must.`);
process.stdout.write(
  `${JSON.stringify({ ms: performance.now() - begun, cpuMs: (cpu.user + cpu.system) / 1000 })}\n`,
);
await engine.close();
await store.close();

function open(): Promise<Engine> {
  const options = { ...chainOptions(), store };
  if (ingressUrl !== undefined) return createRestateEngine({ ingressUrl, engine: options });
  const isShared = !storeUrl.startsWith('sqlite:');
  const durable = isShared ? { sharing: { pollMs: 250 } } : {};
  return createEngine({ ...options, durable });
}
