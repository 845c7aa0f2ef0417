// The examples of the library, as their readers run them: each checks its own result and ends with 0 when it is right.
import { execFile } from 'node:child_process';
import { readdirSync } from 'node:fs';
import path from 'node:path';
import process from 'node:process';
import { describe, expect, it } from 'vitest';
import { withBuiltLibrary } from '../../packages/testkit/src/index.ts';

const folder = import.meta.dirname;
const files = readdirSync(folder).filter((name) => /^[a-z-]+\.ts$/.test(name));

describe.concurrent('the examples of the library', () => {
  it('are there', () => {
    expect(files).toContain('hello.ts');
  });

  // All at once, each a process or more: on a busy machine that takes a while.
  it.each(files)('%s is right', async (file) => {
    const { code, stderr } = await runFile(file);
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  });
});

async function runFile(file: string): Promise<{ code: number | null; stderr: string }> {
  const env = { ...process.env, ...(await withBuiltLibrary()) };
  return new Promise((done) => {
    const words = [path.join(folder, file)];
    const child = execFile(process.execPath, words, { env }, (_, _stdout, stderr) =>
      done({ code: child.exitCode, stderr }),
    );
  });
}
