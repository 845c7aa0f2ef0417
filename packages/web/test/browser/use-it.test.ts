// “Use it” on the page of a workflow: its snippets are copied and run as somebody would who pastes them.
import { execFile } from 'node:child_process';
import process from 'node:process';
import type { JsonObject } from '@skein/kernel';
import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { copiedText } from './clipboard.ts';
import { describeStudio } from './describe-studio.ts';
import { findingsOf } from './page-findings.ts';

/** How people run what they have pasted. */
const shells: Readonly<Record<string, readonly string[]>> = {
  curl: ['sh', '-c'],
  TypeScript: [process.execPath, '--input-type=module', '--eval'],
  Python: ['python3', '-c'],
};

/** What a snippet prints when it is copied and run. */
async function pasted(page: Page, language: string, key?: string): Promise<string> {
  await page.getByRole('button', { name: language, exact: true }).click();
  const text = await copiedText(page, { button: 'Copy', what: 'snippet' });
  const [program = '', ...before] = shells[language] ?? [];
  const { stdout, stderr, status } = await new Promise<{
    stdout: string;
    stderr: string;
    status: number | string | null | undefined;
  }>((resolve) => {
    const env = { ...process.env, ...(key === undefined ? {} : { SKEIN_API_KEY: key }) };
    const given = key === undefined ? text : text.replace('YOUR_API_KEY', key);
    execFile(program, [...before, given], { env }, (error, out, err) =>
      resolve({ stdout: out, stderr: err, status: error === null ? 0 : error.code }),
    );
  });
  expect({ language, stderr: status === 0 ? '' : stderr, status }).toEqual({
    language,
    stderr: '',
    status: 0,
  });
  return stdout;
}

const greeting = (id: string): JsonObject => ({
  skein: 1,
  id,
  name: 'Greeting',
  nodes: [
    { id: 'start', type: 'start' },
    { id: 'greet', type: 'transform', config: { value: 'Hello, ${trigger.name}!' } },
  ],
  edges: [{ from: 'start', to: 'greet' }],
});

describeStudio('use it', ({ studio, open }) => {
  it('[W3150] the snippets of “Use it” do what they say when they are pasted', async () => {
    await studio().call('POST', '/workflows', greeting('pasted'));
    await studio().call('POST', '/workflows/pasted/run?wait=20', {
      input: { name: `O'Hara "Ada"` },
    });
    const page = await open('/workflows/pasted');
    await page.getByRole('button', { name: 'Use it' }).click();
    await page.getByText('no key is needed').waitFor();
    expect(await pasted(page, 'curl')).toContain(JSON.stringify(`Hello, O'Hara "Ada"!`));
    expect(await pasted(page, 'TypeScript')).toBe(`Hello, O'Hara "Ada"!\n`);
    expect(await pasted(page, 'Python')).toBe(`Hello, O'Hara "Ada"!\n`);
  });

  it('[W1459] the snippets of “Use it” start the workflow', async () => {
    await studio().call('POST', '/workflows', greeting('used'));
    const page = await open('/workflows/used');
    await page.getByRole('button', { name: 'Use it' }).click();
    const snippet = page.getByLabel('Snippet');
    await snippet.getByText('/workflows/used/run').waitFor();
    for (const name of ['TypeScript', 'Python', 'MCP']) {
      await page.getByRole('button', { name, exact: true }).click();
      await snippet.getByText(studio().url).waitFor();
    }
    expect(await findingsOf(page, { name: 'use-it', place: '' })).toEqual([]);
  });
});

describeStudio(
  'use it on a closed server',
  ({ studio, open }) => {
    it('[W3150] the snippets of a closed server work with a key', async () => {
      await studio().call('POST', '/workflows', greeting('keyed'));
      await studio().call('POST', '/workflows/keyed/run?wait=20', { input: { name: 'Ada' } });
      const page = await open('/workflows/keyed');
      await page.getByRole('button', { name: 'Use it' }).click();
      await page.getByText('Put a key of the').waitFor();
      for (const language of Object.keys(shells))
        expect(await pasted(page, language, studio().key)).not.toBe('');
    });
  },
  { isClosed: true },
);
