// One process of the comparison of hosts: node host-cell.ts STORE RUNS WORK PIDS [INGRESS]. Starts RUNS runs of ten functions at once, or of
// 500 concurrent functions where the work is wide, waits for their ends, and prints one line of JSON: how long it took, and the CPU time of
// this process and of those with these ids. With an ingress the runs are on Restate.
import process from 'node:process';
import { createEngine, type Engine } from '@skein/engine';
import { createRestateEngine } from '@skein/restate';
import { openStore } from '@skein/stores';
import {
  branches,
  chainOf,
  chainOptions,
  chainWork,
  processCpuMs,
  stepsCount,
} from '@skein/testkit';

/** Until then code is being compiled, and connections are opened. */
const warmRuns = 20;
const [storeUrl = '', count = '0', work = '', pids = '', ingressUrl] = process.argv.slice(2);
const others = pids.split(',').filter(Boolean).map(Number);
const store = await openStore(storeUrl);
const engine = await open();
const { id: workflow } = await engine.workflows.save(workflowOf(work));
await play(work === 'wide' ? 1 : warmRuns);
const [begun, before] = [performance.now(), spent()];
const ended = await play(Number(count));
const wrong = ended.filter(({ status, output }) =>
  work === 'wide' ? status !== 'completed' : output !== stepsCount,
).length;
if (wrong > 0) throw new Error(`${wrong} runs ended otherwise than they must.`);
process.stdout.write(
  `${JSON.stringify({ ms: performance.now() - begun, cpuMs: spent() - before })}\n`,
);
await engine.close();
await store.close();

async function play(runs: number) {
  const ids = await Promise.all(Array.from({ length: runs }, () => engine.runs.start(workflow)));
  return Promise.all(ids.map(({ id }) => engine.runs.finished(id)));
}

function workflowOf(kind: string) {
  if (kind === 'wide') return branches();
  return chainOf(false, kind === 'fast' || kind === 'pure' ? kind : 'count');
}

function spent(): number {
  const { user, system } = process.cpuUsage();
  return others.reduce((sum, pid) => sum + processCpuMs(pid), (user + system) / 1000);
}

function open(): Promise<Engine> {
  const options = { ...chainOptions(chainWork(work)), store };
  if (ingressUrl !== undefined) return createRestateEngine({ ingressUrl, engine: options });
  const durable = store.isShared ? { sharing: { pollMs: 250 } } : {};
  return createEngine({ ...options, durable });
}
