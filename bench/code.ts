// `node scripts/bootstrap.mjs bench/code.ts`: what a call of a code node costs, cold and warm, and whether a full pool is fair.
import process from 'node:process';
import { nativeNodeTypes } from '../packages/agents/src/index.ts';
import { fakeNodeIo, nodeCall } from '../packages/agents/test/fake-node-io.ts';
import { runId } from '../packages/kernel/src/index.ts';

const calls = 200;
const type = nativeNodeTypes({ functions: new Map() }).get('code');
const code = 'return args.items.reduce((sum, item) => sum + item.price * item.count, 0)';
const args = {
  items: [
    { price: 3, count: 2 },
    { price: 5, count: 1 },
  ],
};

async function timed(root: string, source = code): Promise<number> {
  const began = performance.now();
  const call = nodeCall({ nodeType: 'code', root: runId(root), config: { code: source, args } });
  await type?.run?.(call, fakeNodeIo());
  return performance.now() - began;
}

const cold = await timed('a');
// The interpreter itself is compiled further meanwhile.
for (let i = 0; i < calls; i++) await timed('a');
const warm: number[] = [];
const cpuBefore = process.cpuUsage();
for (let i = 0; i < calls; i++) warm.push(await timed('a'));
const cpu = process.cpuUsage(cpuBefore);
warm.sort((one, other) => one - other);

// One tree asks for 40 calls of 20 ms at once; another asks for one, after them.
const busy = 'let n = 0; for (let i = 0; i < 4e5; i++) n += i; return n';
const all = performance.now();
const many = Array.from({ length: 40 }, () => timed('many', busy));
const late = timed('one', busy);
const waited = await late;
await Promise.all(many);
const figures = {
  coldMs: cold,
  warmP5Ms: warm[Math.floor(calls * 0.05)],
  warmP50Ms: warm[calls / 2],
  warmP95Ms: warm[Math.floor(calls * 0.95)],
  // Of all threads: what a call takes on a machine that has nothing else to do.
  warmCpuMs: (cpu.user + cpu.system) / 1000 / calls,
  fullPoolMs: performance.now() - all,
  otherTreeMs: waited,
};
for (const [name, ms] of Object.entries(figures))
  process.stdout.write(`${name.padEnd(14)}${(ms ?? 0).toFixed(2).padStart(9)}\n`);
