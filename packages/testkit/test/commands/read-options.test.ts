// Method: start campaigns as people do, with options that end them before they begin.
import { spawnSync } from 'node:child_process';
import { readFileSync, readdirSync } from 'node:fs';
import path from 'node:path';
import process from 'node:process';
import { describe, expect, it } from 'vitest';

const commands = path.join(import.meta.dirname, '../../src/commands');
const campaigns = readdirSync(commands).filter((name) => name.endsWith('-main.ts'));

function start(name: string, ...words: readonly string[]) {
  const program = path.join(commands, `${name}-main.ts`);
  const { status, stdout, stderr } = spawnSync(process.execPath, [program, ...words], {
    encoding: 'utf8',
  });
  return { status, stdout, stderr };
}

describe('options of campaigns', () => {
  it('are the first lines of their file when help is asked for', () => {
    const { status, stdout, stderr } = start('oracle', '--help');
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
    expect(stdout).toContain('npm run oracle\n  --seeds N ');
    expect(stdout).not.toContain('import');
  });

  it.each([
    { words: ['--seed', '7'], wrong: "Unknown option '--seed'" },
    { words: ['--seeds', 'many'], wrong: '--seeds takes a number.' },
  ])('are told when they are wrong: $words', ({ words, wrong }) => {
    const { status, stdout, stderr } = start('oracle', ...words);
    expect({ status, stdout }).toEqual({ status: 2, stdout: '' });
    expect(stderr).toContain(wrong);
    expect(stderr).toContain('npm run oracle\n  --seeds N ');
    expect(stderr).not.toContain('    at ');
  });

  it.each(campaigns)('are read in one place: %s', (name) => {
    const text = readFileSync(path.join(commands, name), 'utf8');
    expect(text).toContain('readOptions(import.meta.filename, {');
    expect(text).toMatch(/^\/\/ npm run /);
  });
});
