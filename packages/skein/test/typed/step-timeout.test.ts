// Goal: a deadline ends a step whatever the step does, and holds the process no longer than it must. Method: a process of its own.
import { execFile } from 'node:child_process';
import process from 'node:process';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';

/** What a program prints whose step awaits what never comes. */
async function printed(timeout: string, body: string): Promise<string> {
  const script = `import { createEngine, workflow } from 'skein';
    const lost = workflow('lost', async (io) => {
      try {
        await io.step('lost', () => new Promise(() => {}), { timeout: '${timeout}' });
      } catch (error) {
        return error.constructor.name;
      }
    });
    const engine = await createEngine({ workflows: [lost] });
    ${body}`;
  const args = ['--input-type=module', '-e', script];
  const { stdout } = await promisify(execFile)(process.execPath, args, {
    cwd: import.meta.dirname,
  });
  return stdout;
}

it('[SD3053] keeps the process until it is over', async () => {
  const said = await printed('20ms', 'console.log((await engine.run(lost, null)).output);');
  expect(said).toBe('TimeoutError\n');
});

it('[SD3053] keeps no process whose engine was closed', async () => {
  const said = await printed(
    '1d',
    `await engine.start(lost, null);
    await engine.close({ drainMs: 0 });
    console.log('closed');`,
  );
  expect(said).toBe('closed\n');
});
