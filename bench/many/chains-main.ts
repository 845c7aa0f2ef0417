// One process of `bench:many`: node chains-main.ts STORE STEPS. Opens an engine on the store, and for each message with a number starts
// so many chains at once and answers with what they took. Its parent ends it.
import process from 'node:process';
import { chain } from '../workloads/definitions.ts';
import { finish, openEngine } from '../workloads/durable.ts';

export interface ChainsTook {
  readonly ms: number;
  /** Of this process. */
  readonly cpuMs: number;
}

const [store = '', steps = '50'] = process.argv.slice(2);
const engine = await openEngine(store);
const { id } = await engine.workflows.save(chain(Number(steps)));
process.on('message', (runs: number) => void play(runs));
process.send?.('ready');

async function play(runs: number): Promise<void> {
  const [begun, before] = [performance.now(), process.cpuUsage()];
  await Promise.all(Array.from({ length: runs }, () => finish(engine, id, Number(steps))));
  const { user, system } = process.cpuUsage(before);
  const took: ChainsTook = { ms: performance.now() - begun, cpuMs: (user + system) / 1000 };
  process.send?.(took);
}
