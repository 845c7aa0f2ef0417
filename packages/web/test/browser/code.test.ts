// Writing code in a real browser: what is offered, what is wrong with it, and what it does when it is tried.
import type { JsonObject } from '@skein/kernel';
import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { describeStudio } from './describe-studio.ts';
import { findingsOf } from './page-findings.ts';
import { keptOf } from './kept-of.ts';

const flow = (code: string, config: JsonObject = {}): JsonObject => ({
  skein: 1,
  name: 'Report',
  nodes: [
    { id: 'load', type: 'transform', config: { value: { rows: [{ price: 2, name: 'Tea' }] } } },
    { id: 'sum', type: 'code', config: { code, args: { rows: '${load.output.rows}' }, ...config } },
  ],
  edges: [{ from: 'load', to: 'sum' }],
});

/**
 * A list that has just appeared, or is about to be replaced, takes no keys: Enter would be a new line. So it must have been the same, and
 * ready, for longer than CodeMirror waits (`interactionDelay`, 75 ms).
 */
async function untilListTakesKeys(page: Page): Promise<void> {
  const isReady = () =>
    page.locator('.cm-tooltip-autocomplete').evaluate((list) => {
      const { dataset, classList } = list as HTMLElement;
      if (classList.contains('cm-tooltip-autocomplete-disabled')) delete dataset['readySince'];
      else dataset['readySince'] ??= String(Date.now());
      return Date.now() - Number(dataset['readySince'] ?? Date.now()) > 100;
    });
  await expect.poll(isReady, { timeout: 30_000 }).toBe(true);
}

describeStudio('the editor of code', ({ studio, open }) => {
  /** What TypeScript knows is loaded by the first page that asks: whether one does is seen in a fresh one. */
  const openCode = async (code: string, config?: JsonObject, isFresh = false) => {
    const { id } = await studio().call<{ id: string }>('POST', '/workflows', flow(code, config));
    await studio().call('POST', `/workflows/${id}/run?wait=20`, {});
    const page = await open(`/workflows/${id}`, { isFresh });
    const workers: string[] = [];
    page.on('worker', (worker) => workers.push(worker.url()));
    await page.locator('.react-flow__node[data-id="sum"]').click();
    const editor = page.getByRole('textbox', { name: 'Code', exact: true });
    await editor.waitFor();
    return { id, page, editor, workers };
  };
  /** Trying keeps a draft too: what is there then is what was saved last. */
  const savedCode = async (page: Page, id: string) => {
    await page.locator('body').press('Control+s');
    await page.getByText('Unsaved', { exact: true }).waitFor({ state: 'detached' });
    const { definition } = await keptOf<{
      definition: { nodes: readonly { config: { code?: string } }[] };
    }>(studio(), id);
    return definition.nodes[1]?.config.code;
  };
  const shot = async (page: Page, name: string) => {
    const folder = process.env['SKEIN_SHOTS'];
    if (folder !== undefined) await page.screenshot({ path: `${folder}/${name}.png` });
  };

  it('[W917][W918] completes what the last run gave, underlines mistakes, and tries it by key', async () => {
    const { id, page, editor, workers } = await openCode('return args.rows.length;', {}, true);
    // Looking at a node changes nothing: its optional lists stay away.
    await page.getByText('No problems', { exact: true }).waitFor();
    await page.getByText('Unsaved').waitFor({ state: 'detached' });
    const isLanguage = (url: string) => url.includes('language');
    expect(workers.filter(isLanguage)).toEqual([]);
    await editor.click();
    await page.keyboard.press('ControlOrMeta+a');
    await page.keyboard.type('const [row] = args.rows;\nconsole.warn("saw", row);\nreturn row.');
    await page.getByRole('option', { name: /^price/ }).waitFor();
    expect(workers.filter(isLanguage)).toHaveLength(1);
    await shot(page, 'code-completion');
    await page.keyboard.type('pri');
    await page.getByRole('option', { name: /^name/ }).waitFor({ state: 'hidden' });
    await page.getByRole('option', { name: /^price/, selected: true }).waitFor();
    await untilListTakesKeys(page);
    await page.keyboard.press('Enter');
    await page.keyboard.type('s;');
    const problems = page.getByRole('list', { name: 'Problems of the code' });
    await problems.getByText(/Line 3 .*Did you mean 'price'/).waitFor();
    await page.keyboard.press('Backspace');
    await page.keyboard.press('Backspace');
    await problems.waitFor({ state: 'hidden' });
    await page.keyboard.press('ControlOrMeta+Enter');
    const result = page.getByRole('region', { name: 'Result of trying the code' });
    await result.getByText(/Tried: completed in \d/).waitFor();
    expect(await result.getByLabel('result').textContent()).toBe('2');
    expect(await result.getByRole('list', { name: 'Log' }).textContent()).toContain(
      'saw {"price":2',
    );
    expect(await savedCode(page, id)).toBe(
      'const [row] = args.rows;\nconsole.warn("saw", row);\nreturn row.price',
    );
    await shot(page, 'code-tried');
    expect(await findingsOf(page, { name: 'code', place: '' })).toEqual([]);
  });

  it('[W917][W918] what it threw is shown at its line, until the code is another', async () => {
    const { page, editor } = await openCode('const x = null;\nreturn x.length;', {
      language: 'typescript',
    });
    const problems = page.getByRole('list', { name: 'Problems of the code' });
    // Of the last run, before anything is tried.
    await problems.getByText(/Line 2 .*TypeError/).waitFor();
    await page.getByRole('button', { name: 'Try on the last input' }).click();
    await page
      .getByRole('alert')
      .getByText(/TypeError.*line 2/)
      .waitFor();
    await problems.getByText(/Line 2 .*TypeError/).waitFor();
    await page.getByRole('button', { name: 'Enlarge' }).click();
    const large = page.getByRole('dialog', { name: 'Code' });
    await large.getByRole('textbox', { name: 'Code' }).waitFor();
    await large.locator('.cm-focused').waitFor();
    await shot(page, 'code-dialog-light');
    await page.emulateMedia({ colorScheme: 'dark' });
    await shot(page, 'code-dialog-dark');
    expect(await findingsOf(page, { name: 'code dialog', place: '' })).toEqual([]);
    // The dialog has focused it.
    await page.keyboard.press('ControlOrMeta+Home');
    await page.keyboard.type('enum A { B }\n');
    await large.getByText(/Line 1 .*erasableSyntaxOnly/).waitFor();
    const listed = large.getByRole('list', { name: 'Problems of the code' });
    expect(await listed.textContent()).not.toContain('TypeError');
    await page.keyboard.press('Escape');
    await large.waitFor({ state: 'hidden' });
    expect(await editor.textContent()).toContain('enum A { B }');
  });

  it('[W919] typing is undone inside the editor, and as one step outside', async () => {
    const { page, editor } = await openCode('return 1;');
    await editor.click();
    await page.keyboard.press('ControlOrMeta+End');
    await page.keyboard.type(' // one');
    // What is inserted at once is undone at once, however slow the machine.
    await page.waitForTimeout(700);
    await page.keyboard.insertText(' two');
    await page.keyboard.press('ControlOrMeta+z');
    await expect.poll(() => editor.textContent()).toBe('return 1; // one');
    // Tab leaves it.
    await page.keyboard.press('Tab');
    await page.getByRole('button', { name: 'Undo' }).click();
    await expect.poll(() => editor.textContent()).toBe('return 1;');
    await page.getByRole('button', { name: 'Redo' }).click();
    await expect.poll(() => editor.textContent()).toBe('return 1; // one');
  });

  it('[W950] Python is not read as JavaScript: it is plain text, and nothing is underlined', async () => {
    const { id, page, editor, workers } = await openCode('total = 1', { language: 'python' }, true);
    await editor.click();
    await page.keyboard.press('ControlOrMeta+End');
    await page.keyboard.type('\nif total: total');
    await page.keyboard.press('ControlOrMeta+Enter');
    // It is switched off here.
    const result = page.getByRole('region', { name: 'Result of trying the code' });
    await result.getByText(/written in Python/).waitFor();
    expect(await savedCode(page, id)).toBe('total = 1\nif total: total');
    expect(workers.filter((url) => url.includes('language'))).toEqual([]);
    expect(await page.getByRole('list', { name: 'Problems of the code' }).count()).toBe(0);
  });
});
