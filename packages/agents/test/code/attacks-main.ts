// Runs every attack in a process of its own, one after the other, and sends what came of each. Its streams belong to whoever started
// it: nothing may be on them.
import process from 'node:process';
import { failureIn } from '@skein/agents';
import type { Json } from '@skein/kernel';
import type { Tool } from '@skein/ports';
import { attackCpuMs, attacks } from './attacks.ts';
import { codeRun, codeType, valueOf } from './code-world.ts';

/** What came of one attack. */
export interface AttackEnd {
  readonly name: string;
  readonly end: string;
  readonly value?: Json;
  /** CPU time of the process that asked for it, with its threads. */
  readonly ms: number;
  readonly recordedChars: number;
  /** Whether honest code ran in the same pool afterwards. */
  readonly isUsable: boolean;
  /** Of the whole process, after it. */
  readonly rssMb: number;
}

const type = codeType({ threads: 1 });
const ping: Tool = {
  name: 'ping',
  description: '',
  parameters: {},
  effect: 'pure',
  run: () => 'pong',
};
const given = { type, tools: [ping], config: { tools: ['ping'], limits: { cpuMs: attackCpuMs } } };
const attemptsMax = 3;

for (const name of Object.keys(attacks)) process.send?.(await attack(name));
process.disconnect();

/** What else the process does is counted, too, such as compiling: what took too much is tried again, and the cheapest attempt counts. */
async function attack(name: string): Promise<AttackEnd> {
  let best = await attempt(name);
  for (let i = 1; i < attemptsMax && best.ms > attackCpuMs + 400; i++) {
    const again = await attempt(name);
    if (again.ms < best.ms) best = again;
  }
  return best;
}

async function attempt(name: string): Promise<AttackEnd> {
  // The thread is there before anything is counted.
  await valueOf('return 1', given);
  const before = process.cpuUsage();
  const { io, result } = codeRun(attacks[name]!.code, given);
  const end = await result.then(
    ({ value }) => ({ end: 'value', value: value ?? null }),
    (error: unknown) => ({ end: failureIn(error)?.code ?? String(error) }),
  );
  const { user, system } = process.cpuUsage(before);
  const ms = (user + system) / 1000;
  const after = await valueOf('return args.a + 1', { ...given, config: { args: { a: 1 } } });
  const recordedChars = JSON.stringify([...io.recorded]).length;
  const rssMb = process.memoryUsage.rss() / 1_048_576;
  return { name, ...end, ms, recordedChars, isUsable: after === 2, rssMb };
}
