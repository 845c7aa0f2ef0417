import { readFileSync } from 'node:fs';
import { findPackageJSON } from 'node:module';
import path from 'node:path';
import { expect, it } from 'vitest';
import { codeLimits } from '../../src/code/code-limits.ts';
import { createGuest } from '../../src/code/guest.ts';
import { GuestTime } from '../../src/code/guest-time.ts';
import { webAssembly } from '../../src/code/web-assembly.ts';

function clocksAt(wall: number, cpu: number) {
  const at = { wall, cpu, looks: 0 };
  const clocks = {
    wallMs: () => at.wall,
    cpuMs: () => {
      at.looks += 1;
      return at.cpu;
    },
  };
  return { at, clocks };
}

it('[A3600] code that waits for the machine is not over, however long that takes by the clock', async () => {
  const file = findPackageJSON('quickjs-wasi', import.meta.url) ?? '';
  const wasm = new webAssembly.Module(readFileSync(path.join(path.dirname(file), 'quickjs.wasm')));
  const job = {
    language: 'javascript',
    code: 'console.log("begun");\nlet n = 0;\nfor (let i = 0; i < 50000; i++) n += i;\nreturn n;',
    input: '{}',
    tools: [],
    limits: { ...codeLimits({}, {}), cpuMs: 400 },
    timeMs: 0,
    seed: [1, 2, 3, 4],
  } as const;
  // The thread gets nothing of the machine for longer than the code may compute.
  const starve = () => void Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 600);
  const guest = await createGuest(wasm, job, starve);
  expect(guest.proceed()).toEqual({ type: 'ended', value: '1249975000' });
  guest.dispose();
});

it('[A3600] the CPU time is asked for only when it can be over by the clock, and not at each interrupt', () => {
  const { at, clocks } = clocksAt(0, 0);
  const time = new GuestTime(100, clocks);
  time.count(() => {
    for (at.wall = 0; at.wall <= 100; at.wall++) expect(time.isOver()).toBe(false);
    expect(at.looks).toBe(1);
    [at.wall, at.cpu] = [150, 10];
    expect([time.isOver(), at.looks]).toEqual([false, 2]);
    at.wall = 240;
    expect([time.isOver(), at.looks]).toEqual([false, 2]);
    [at.wall, at.cpu] = [241, 100];
    expect(time.isOver()).toBe(true);
  });
});

it('[A3600] what was computed before a call of a tool counts, what was waited for does not', () => {
  const { at, clocks } = clocksAt(0, 0);
  const time = new GuestTime(100, clocks);
  time.count(() => {
    [at.wall, at.cpu] = [90, 60];
  });
  expect(time.leftMs).toBe(40);
  [at.wall, at.cpu] = [5000, 70];
  time.count(() => {
    [at.wall, at.cpu] = [5050, 111];
    expect(time.isOver()).toBe(true);
  });
});

it('[A3600] a thread that gets no CPU ends in the end', () => {
  const { at, clocks } = clocksAt(0, 0);
  const time = new GuestTime(100, clocks);
  time.count(() => {
    at.wall = 9999;
    expect(time.isOver()).toBe(false);
    at.wall = 10_200;
    expect(time.isOver()).toBe(true);
  });
});
