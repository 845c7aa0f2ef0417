// Goal: whatever code tries, it ends in time, harms nobody and leaves nothing behind. Method: each attack in the real sandbox of a
// process of its own, with the clock of the host beside it, and an honest call of the same pool after it.
import { fork } from 'node:child_process';
import process from 'node:process';
import { fileURLToPath } from 'node:url';
import { beforeAll, describe, expect, it } from 'vitest';
import { attackCpuMs, attacks } from './attacks.ts';
import type { AttackEnd } from './attacks-main.ts';

const ends = new Map<string, AttackEnd>();
let printed = '';
let exit: number | null = null;

beforeAll(async () => {
  const main = fileURLToPath(new URL('attacks-main.ts', import.meta.url));
  const child = fork(main, { stdio: ['ignore', 'pipe', 'pipe', 'ipc'], execArgv });
  child.on('message', (end: AttackEnd) => ends.set(end.name, end));
  for (const stream of [child.stdout, child.stderr])
    stream?.on('data', (chunk: Buffer) => (printed += chunk.toString()));
  exit = await new Promise((resolve) => child.on('close', resolve));
});

const execArgv = ['--disallow-code-generation-from-strings'];

describe('attacks of code', () => {
  it('[A750] nothing is printed, and the process survives more than 34 of them', () => {
    expect(printed).toBe('');
    expect(exit).toBe(0);
    expect(ends.size).toBe(Object.keys(attacks).length);
    expect(ends.size).toBeGreaterThan(34);
  });

  it.each(Object.entries(attacks))('[A750] %s', (name, attack) => {
    const ended = ends.get(name);
    expect(attack.ends).toContain(ended?.end);
    expect(ended).toMatchObject(attack.value === undefined ? {} : { value: attack.value });
    expect(ended?.ms).toBeLessThan(attackCpuMs + 500);
    expect(ended?.recordedChars).toBeLessThan(200_000);
    expect(ended?.isUsable).toBe(true);
  });

  it('[A750] the memory of the process stays bounded', () => {
    const mostMb = Math.max(...[...ends.values()].map(({ rssMb }) => rssMb));
    if (process.env['SKEIN_FIGURES'] !== undefined) tellFigures(mostMb);
    expect(mostMb).toBeLessThan(500);
  });
});

function tellFigures(mostMb: number): void {
  const slowest = [...ends.values()].toSorted((one, other) => other.ms - one.ms).slice(0, 5);
  const lines = slowest.map(({ name, end, ms }) => `${ms.toFixed(0)} ms  ${end}  ${name}`);
  process.stdout.write(
    `${ends.size} attacks, at most ${mostMb.toFixed(0)} MB\n${lines.join('\n')}\n`,
  );
}
