// Goal: a campaign that is killed with SIGKILL leaves no worker behind (INV10). Method: a process that has started one is killed.
import { spawn } from 'node:child_process';
import process from 'node:process';
import { expect, it } from 'vitest';

const campaign = `
  import { workerProcess } from '../../src/cluster/worker-process.ts';
  const worker = workerProcess(['0', 'http://127.0.0.1:1', 'memory', '']);
  await worker.start();
  process.stdout.write(String(worker.pid()));
  setInterval(() => {}, 1000);`;

it('INV10 a worker ends with the process that started it', async () => {
  const given = ['--input-type=module', '--eval', campaign];
  const parent = spawn(process.execPath, given, {
    cwd: import.meta.dirname,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const pid = await new Promise<number>((resolve, reject) => {
    parent.stdout.once('data', (text: Buffer) => resolve(Number(text.toString())));
    parent.once('exit', (code) => reject(new Error(`It ended with ${code}.`)));
  });
  expect(isAlive(pid)).toBe(true);
  parent.kill('SIGKILL');
  await expect.poll(() => isAlive(pid)).toBe(false);
});

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}
