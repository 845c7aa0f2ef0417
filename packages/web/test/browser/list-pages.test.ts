// Workflows, runs and inbox in a real browser, against the real server.
import { writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, it } from 'vitest';
import { describeStudio } from './describe-studio.ts';
import { filledScript, fillStudio } from './fill-studio.ts';

describeStudio(
  'the list pages',
  ({ studio, open }) => {
    it('[W72] duplicates a pipeline with new ids; the original keeps its own', async () => {
      const { call } = studio();
      interface Flow {
        readonly id: string;
        readonly name: string;
        readonly is_active: boolean;
        readonly steps: readonly { readonly uuid: string }[];
      }
      const uuid = 'b0000000-0000-4000-8000-000000000001';
      await call('PUT', `/workflows/${uuid}`, {
        uuid,
        name: 'Twin letters',
        trigger: { uuid: 'twin-hook', trigger_type_id: 'webhook' },
        steps: [
          { uuid: 'twin-1', name: 'One', type: 'custom_llm', model: 'm', system_prompt: 'x' },
        ],
      });
      const page = await open('/workflows');
      await page.getByRole('button', { name: 'Actions for Twin letters' }).click();
      await page.getByRole('menuitem', { name: 'Duplicate' }).click();
      await page.getByText('Enable the copy to let it start by itself.').waitFor();
      const { items } = await call<{ items: Flow[] }>('GET', '/workflows?q=Twin');
      const copy = items.find(({ name }) => name === 'Twin letters (copy)');
      const made = await call<Flow>('GET', `/workflows/${copy?.id}`);
      expect(made.is_active).toBe(false);
      expect(made.steps.map((step) => step.uuid)).not.toContain('twin-1');
      await call('GET', '/triggers/twin-hook');
      const editor = await open(`/workflows/${made.id}`);
      const choose = async (label: string) => {
        await editor.getByLabel('Trigger type').click();
        await editor.getByRole('option', { name: label }).click();
      };
      await choose('On a schedule');
      expect(await editor.getByLabel('Cron').inputValue()).toBe('0 9 * * *');
      await choose('By event');
      expect(await editor.getByLabel('Event').inputValue()).toBe(`workflow.${made.id}`);
      await editor.close();
      await call('DELETE', `/workflows/${made.id}`);
      await call('DELETE', `/workflows/${uuid}`);
    });

    it('[W3153] a workflow keeps its last runs in the list, however many runs others have had since', async () => {
      const { call } = studio();
      const saying = (id: string, name: string) => ({
        skein: 1,
        id,
        name,
        nodes: [{ id: 'say', type: 'transform', config: { value: 'x' } }],
        edges: [],
      });
      await call('POST', '/workflows', saying('quiet-one', 'Quiet one'));
      await call('POST', '/workflows', saying('busy-one', 'Busy one'));
      await call('POST', '/workflows/quiet-one/run?wait=20', {});
      const many = Array.from({ length: 205 }, () => call('POST', '/workflows/busy-one/run', {}));
      await Promise.all(many);
      const page = await open('/workflows');
      const row = page.getByRole('row').filter({ hasText: 'Quiet one' });
      await row.getByText('Completed').waitFor();
      expect(await row.getByText('Never run').count()).toBe(0);
      for (const id of ['quiet-one', 'busy-one']) await call('DELETE', `/workflows/${id}`);
    });

    it('[W61] imports a file, names its dialect, and says what is wrong with it', async () => {
      const page = await open('/workflows?open=import');
      const broken = {
        skein: 1,
        nodes: [{ id: 'a', type: 'start' }],
        edges: [{ from: 'a', to: 'b' }],
      };
      const text = page.getByLabel('Definition as JSON');
      const submit = page.getByRole('dialog').getByRole('button', { name: 'Import', exact: true });
      await text.fill('{ "skein": 1, ');
      await page.getByRole('dialog').getByRole('alert').waitFor();
      expect(await submit.isDisabled()).toBe(true);
      await text.fill(JSON.stringify(broken));
      await page.getByText('Recognised as').waitFor();
      await page.getByRole('list', { name: 'Problems' }).getByText('/edges/0').waitFor();
      await page.getByText('Nothing is saved yet. Fix 1 error above first.').waitFor();
      expect(await submit.isDisabled()).toBe(true);
      await text.press('Control+Enter');
      const { items } = await studio().call<{ items: { name: string }[] }>('GET', '/workflows');
      const before = items.length;
      const file = path.join(tmpdir(), `skein-import-${process.pid}.json`);
      const sound = { ...broken, name: 'From a file', edges: [] };
      writeFileSync(file, JSON.stringify(sound));
      await page.getByLabel('Definition file').setInputFiles(file);
      await page.getByText('No problems found.').waitFor();
      await page.getByRole('button', { name: `Leave out ${path.basename(file)}` }).click();
      // The same by dropping it.
      const dropped = await page.evaluateHandle(
        (text) => {
          const transfer = new DataTransfer();
          transfer.items.add(new File([text], 'dropped.json', { type: 'application/json' }));
          return transfer;
        },
        JSON.stringify({ ...sound, name: 'Dropped' }),
      );
      await page.getByText('Drop files here').dispatchEvent('drop', { dataTransfer: dropped });
      await page.getByRole('button', { name: 'dropped.json whole' }).waitFor();
      await submit.click();
      await page.waitForURL(/\/workflows\/./);
      const after = await studio().call<{ items: { name: string }[] }>('GET', '/workflows');
      expect(after.items.map(({ name }) => name)).toContain('Dropped');
      // The failed import has left nothing behind.
      expect(after.items).toHaveLength(before + 1);
    });

    it('[W60] lists workflows with trigger and last runs, switches them, exports them, restores versions', async () => {
      await fillStudio(studio());
      const page = await open('/workflows');
      const list = page.getByRole('table', { name: 'Workflows' });
      const row = list.getByRole('row', { name: /Nightly export/ });
      await row.getByRole('img', { name: /Last 2 runs: 2 failed/ }).waitFor();
      await list.getByText('Event invoice.arrived').waitFor();
      await list.getByText('Mon 09:00').waitFor();
      await page.getByLabel('Search workflows').fill('nightly');
      await expect.poll(() => list.getByRole('row').count()).toBe(2);
      await row.getByRole('switch').click();
      await expect
        .poll(
          async () =>
            (await studio().call<{ isActive: boolean }>('GET', '/workflows/failing')).isActive,
        )
        .toBe(false);
      const definition = await studio().call<{ definition: object }>('GET', '/workflows/failing');
      await studio().call('PUT', '/workflows/failing', {
        ...definition.definition,
        name: 'Renamed',
      });
      await page.getByLabel('Search workflows').fill('failing');
      await page.reload();
      await page.getByRole('button', { name: 'Actions for Renamed' }).click();
      await page.getByRole('menuitem', { name: 'Versions' }).click();
      const versions = page.getByRole('list', { name: 'Versions' });
      await versions.getByRole('button', { name: 'Compare' }).nth(1).click();
      await versions.getByText('Renamed').first().waitFor();
      await versions.getByRole('button', { name: 'Restore this version' }).click();
      await page.getByText('Version restored. It is now the latest.').waitFor();
      await page.getByRole('button', { name: 'Close', exact: true }).click();
      await page.getByRole('button', { name: 'Actions for Nightly export' }).click();
      await page.getByRole('menuitem', { name: 'Export' }).click();
      await page.getByText('Nothing is lost').waitFor();
      await page.getByRole('combobox', { name: 'Dialect' }).click();
      await page.getByRole('option', { name: 'Canvas' }).click();
      await page.getByText('The file will not contain:').waitFor();
      const download = page.waitForEvent('download');
      await page.getByRole('button', { name: 'Download' }).click();
      expect((await download).suggestedFilename()).toBe('failing.canvas.json');
    });

    it('[W63] filters runs, saves the view, and cancels several after a confirmation', async () => {
      const page = await open('/runs');
      await page.getByRole('table', { name: 'Runs' }).waitFor();
      await page.getByRole('button', { name: 'Waiting', exact: true }).click();
      await page.getByRole('combobox', { name: 'Workflow' }).click();
      await page.getByRole('option', { name: 'Invoice triage' }).click();
      await expect.poll(() => page.url()).toContain('workflow=payment');
      const rows = page
        .getByRole('table', { name: 'Runs' })
        .getByRole('row', { name: /Invoice triage/ });
      await expect.poll(() => rows.count()).toBe(2);
      await page.getByRole('button', { name: 'Save this view' }).click();
      await page.getByLabel('Name').fill('Open payments');
      await page.getByRole('button', { name: 'Save', exact: true }).click();
      await page.goto(`${studio().url}/runs`);
      await page.getByRole('button', { name: 'Open payments', exact: true }).click();
      await expect.poll(() => rows.count()).toBe(2);
      await page.getByLabel(/Select all 2/).check();
      await page.getByRole('button', { name: 'Cancel 2 runs' }).click();
      await page.getByRole('button', { name: 'Keep running' }).click();
      expect(
        (await studio().call<{ items: [] }>('GET', '/runs?workflow=payment&status=waiting')).items,
      ).toHaveLength(2);
      await page.getByRole('button', { name: 'Cancel 2 runs' }).click();
      await page.getByRole('dialog').getByRole('button', { name: 'Cancel 2 runs' }).click();
      await page.getByText('Cancelled 2 runs.').waitFor();
      await page.getByText('No matching runs').waitFor();
      await page.getByRole('button', { name: 'Delete view Open payments' }).click();
      await expect
        .poll(
          async () =>
            (await studio().call<{ items: { name: string }[] }>('GET', '/views')).items.length,
        )
        .toBe(1);
    });

    it('[W63] finds runs by a part of their name or id, keeps the search in the address, and says when nothing matches', async () => {
      const page = await open('/runs');
      const rows = page.getByRole('table', { name: 'Runs' }).locator('tbody tr');
      const search = page.getByLabel('Search runs');
      await search.fill('NIGHTLY exp');
      await expect.poll(() => rows.count()).toBe(2);
      expect(await rows.allInnerTexts()).toEqual([
        expect.stringContaining('Nightly export'),
        expect.stringContaining('Nightly export'),
      ]);
      await expect.poll(() => new URL(page.url()).searchParams.get('q')).toBe('NIGHTLY exp');
      await page.reload();
      await expect.poll(() => rows.count()).toBe(2);
      expect(await search.inputValue()).toBe('NIGHTLY exp');
      const { items } = await studio().call<{ items: { id: string }[] }>(
        'GET',
        '/runs?workflow=vendor-check',
      );
      await search.fill(items[0]!.id.slice(4, 22));
      await expect.poll(() => rows.count()).toBe(1);
      await rows.getByText('Vendor check').waitFor();
      await search.fill("100% of '\\_");
      await page.getByText('No matching runs').waitFor();
      await page.getByRole('button', { name: 'All runs', exact: true }).click();
      await expect.poll(() => rows.count()).toBeGreaterThan(2);
      expect(await search.inputValue()).toBe('');
    });

    it('[W63] loads further runs page by page', async () => {
      for (let index = 0; index < 60; index++)
        await studio().call('POST', '/workflows/hello/run', { input: { name: `Guest ${index}` } });
      const page = await open('/runs?workflow=hello');
      const rows = page.getByRole('table', { name: 'Runs' }).locator('tbody tr');
      await expect.poll(() => rows.count()).toBe(50);
      await page.getByRole('button', { name: 'Load more' }).click();
      await expect.poll(() => rows.count()).toBeGreaterThan(60);
    });

    it('[W64] shows the exact arguments of a call', async () => {
      const page = await open('/inbox');
      await page.getByRole('button', { name: 'Tools', exact: true }).click();
      await page
        .getByRole('button', { name: /May "Clerk" call/ })
        .getByText('Vendor check')
        .waitFor();
      await page.getByRole('heading', { name: 'Exact arguments of create_record' }).waitFor();
      const tree = page.getByRole('tree', { name: 'arguments' });
      await tree.getByText('2026-11-0418').waitFor();
      await page.getByLabel('Search in arguments').fill('surcharge');
      await tree.getByText('Fuel surcharge').waitFor();
      // By keyboard, too: to the line, and all of its value. One begins at what was found.
      await tree.focus();
      await page.keyboard.press('Home');
      for (let index = 0; index < 3; index++) await page.keyboard.press('ArrowDown');
      await page.keyboard.press('Enter');
      await page.getByRole('region', { name: 'Value', exact: true }).waitFor();
    });

    it('[W64] answers with edits and by keyboard, on a phone from the list to the question', async () => {
      await studio().call('POST', '/workflows/payment/run?wait=10', {
        input: { vendor: 'Südwind' },
      });
      const page = await open('/inbox', { viewport: { width: 390, height: 844 } });
      await page.getByRole('button', { name: 'Search' }).click();
      await page.getByRole('combobox', { name: 'Search or run a command' }).press('Escape');
      const question = page.getByRole('button', { name: /Südwind/ });
      await question.getByText(/Invoice triage · Approval · due in 48 h/).waitFor();
      await question.click();
      const approve = page.getByRole('button', { name: 'Approve', exact: true });
      await approve.waitFor();
      expect((await approve.boundingBox())!.y).toBeGreaterThan(700);
      const amount = page.getByLabel('Amount to pay (EUR)');
      await amount.fill('');
      await page.getByRole('button', { name: /^Approve/ }).click();
      await page.getByRole('alert').first().waitFor();
      await amount.fill('4000');
      await page.getByRole('button', { name: 'Approve with edits' }).waitFor();
      const link = page.url();
      await amount.press('Control+Enter');
      await page.getByText('Answer sent. The run continues.').waitFor();
      // The link keeps working: it says that nothing is left to do.
      await page.goto(link);
      await page.getByText('This question is answered').waitFor();
      await expect
        .poll(async () => {
          const { items } = await studio().call<{ items: { id: string }[] }>(
            'GET',
            '/runs?workflow=payment&status=completed',
          );
          const [newest] = items;
          if (newest === undefined) return '';
          return JSON.stringify(await studio().call('GET', `/runs/${newest.id}`));
        })
        .toContain('"amount":4000');
    });

    it('[W64] steps through the questions with J and K', async () => {
      const page = await open('/inbox');
      const current = page.locator('[aria-current="true"]');
      await current.waitFor();
      const first = await current.innerText();
      await page.locator('body').press('j');
      await expect.poll(() => current.innerText()).not.toBe(first);
      await page.locator('body').press('k');
      await expect.poll(() => current.innerText()).toBe(first);
    });
  },
  { script: filledScript },
);
