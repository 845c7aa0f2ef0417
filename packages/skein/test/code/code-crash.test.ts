// Goal: code that has called tools goes on after its process was killed, wherever that was, and repeats no recorded call.
import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import process from 'node:process';
import { fileURLToPath } from 'node:url';
import { describe, it } from 'vitest';
import { library } from '../spawn-skein.ts';

const main = fileURLToPath(new URL('refund-main.ts', import.meta.url));

interface Effect {
  readonly name: string;
  readonly key: string;
  readonly args: unknown;
}

function play(folder: string, ...death: readonly string[]) {
  const ledger = path.join(folder, 'ledger');
  const store = `sqlite:${path.join(folder, 'runs.db')}`;
  const child = spawn(process.execPath, [main, library, store, ledger, ...death]);
  let printed = '';
  let wrong = '';
  child.stdout.on('data', (chunk: Buffer) => (printed += chunk.toString()));
  child.stderr.on('data', (chunk: Buffer) => (wrong += chunk.toString()));
  return new Promise<{ signal: string | null; printed: string; wrong: string; effects: Effect[] }>(
    (resolve) => {
      child.on('close', (_, signal) => {
        const lines = existsSync(ledger) ? readFileSync(ledger, 'utf8').trim().split('\n') : [];
        const effects = lines
          .filter((line) => line !== '')
          .map((line) => JSON.parse(line) as Effect);
        resolve({ signal, printed, wrong, effects });
      });
    },
  );
}

describe('code whose process is killed', { concurrent: true }, () => {
  it.each([
    ['look', 'before'],
    ['look', 'after'],
    ['reserve', 'before'],
    ['reserve', 'after'],
    ['pay', 'before'],
    ['pay', 'after'],
  ])('[A758] at the call of %s, %s its effect', async (name, when) => {
    const { expect } = await import('vitest');
    const folder = mkdtempSync(path.join(tmpdir(), 'skein-code-'));
    const killed = await play(folder, name, when);
    expect(killed).toMatchObject({ signal: 'SIGKILL', printed: '' });
    const { printed, wrong, effects } = await play(folder);
    expect(wrong).toBe('');
    const looks = ['look done', 'look done'];
    expect(JSON.parse(printed)).toEqual({
      status: 'completed',
      output: { found: looks, place: 'reserve done', paid: 'pay done', isSame: true },
      steps: expect.arrayContaining(['code#1', 'calls:1#1', 'tool:call-1#1', 'log:1#1']),
    });
    const made = (of: string) => effects.filter((effect) => effect.name === of);
    const wasRepeated = (of: string) => of === name && when === 'after';
    expect(made('reserve')).toHaveLength(wasRepeated('reserve') ? 2 : 1);
    // Nothing is paid twice.
    expect(made('pay')).toHaveLength(1);
    // Whatever is asked for again is the same, time and chance included.
    expect(new Set(made('reserve').map((effect) => JSON.stringify(effect))).size).toBe(1);
    const repeatedLooks = new Set(made('look').map(({ key }) => key));
    expect(repeatedLooks.size).toBe(2);
    expect(made('look').length).toBeLessThanOrEqual(name === 'look' ? 4 : 2);
    rmSync(folder, { recursive: true, force: true });
  });
});
