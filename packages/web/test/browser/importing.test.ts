// Files of other products in a real browser: dropped, previewed, worked off, bound and run.
import path from 'node:path';
import { deflateRawSync } from 'node:zlib';
import type { JsonObject } from '@skein/kernel';
import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { describeStudio } from './describe-studio.ts';
import { startJob } from './job.ts';
import { findingsOf } from './page-findings.ts';
import { shoot } from './shoot.ts';

const config: JsonObject = { functions: [path.join(import.meta.dirname, 'import-tools.ts')] };

const step = (name: string, type: string, rest: object = {}) => ({
  id: name,
  name,
  type: `n8n-nodes-base.${type}`,
  typeVersion: type === 'code' ? 2 : 1,
  position: [0, 0],
  parameters: {},
  ...rest,
});

const goesTo = (name: string) => ({ main: [[{ node: name, type: 'main', index: 0 }]] });

/** Three deals, which a product that is not here writes down one by one. */
const deals = {
  name: 'Deals of the day',
  nodes: [
    step('Go', 'manualTrigger'),
    step('Deals', 'code', {
      parameters: {
        jsCode: 'return [20, 40, 60].map((amount) => ({ json: { amount } }));',
      },
    }),
    step('Write', 'hubspot', {
      parameters: { resource: 'deal', operation: 'create', amount: '={{ $json.amount }}' },
      onError: 'continueRegularOutput',
    }),
  ],
  connections: { Go: goesTo('Deals'), Deals: goesTo('Write') },
};

async function drop(page: Page, files: readonly { name: string; bytes: Buffer }[]): Promise<void> {
  const given = await page.evaluateHandle(
    (list) => {
      const transfer = new DataTransfer();
      for (const { name, data } of list) {
        const bytes = Uint8Array.from(atob(data), (letter) => letter.charCodeAt(0));
        transfer.items.add(new File([bytes], name));
      }
      return transfer;
    },
    files.map(({ name, bytes }) => ({ name, data: bytes.toString('base64') })),
  );
  await page.locator('body').dispatchEvent('drop', { dataTransfer: given });
}

const text = (name: string, value: unknown) => ({
  name,
  bytes: Buffer.from(typeof value === 'string' ? value : JSON.stringify(value)),
});

describeStudio(
  'importing',
  ({ studio, open }) => {
    const names = async () => {
      const { items } = await studio().call<{ items: { name: string }[] }>(
        'GET',
        '/workflows?limit=200',
      );
      return items.map(({ name }) => name);
    };

    it('[W2200][W2202][W2203][W3901] a file of n8n is dropped, its to-do list worked off, a tool bound, and its run shows every item', async () => {
      const page = await open('/workflows');
      await page.getByRole('heading', { name: 'Workflows', exact: true }).waitFor();
      const job = startJob('Import, bind a tool, run, look at an item', 13);
      await job.does(drop(page, [text('deals.json', deals)]));
      const dialog = page.getByRole('dialog', { name: 'Import workflows' });
      await dialog.getByText('100 % converted').waitFor();
      await dialog.getByText('n8n', { exact: true }).waitFor();
      await dialog.getByRole('region', { name: 'Tools to bind' }).getByText('"Write" is').waitFor();
      expect(await findingsOf(page, { name: 'import', place: '' })).toEqual([]);
      await job.does(dialog.getByRole('button', { name: 'Import', exact: true }).click());
      const panel = page.getByRole('complementary', { name: 'To do after the import' });
      const entry = panel.getByRole('checkbox', { name: /"Write" is/ });
      await entry.waitFor();
      expect(await findingsOf(page, { name: 'to do', place: '' })).toEqual([]);
      await job.does(
        panel.getByRole('button', { name: /^Go to Write(?: \(write_call\))?$/ }).click(),
      );
      const drawer = page.getByRole('complementary', { name: 'Write settings' });
      await job.does(drawer.getByRole('combobox', { name: 'Tool', exact: true }).fill('crm'));
      await job.does(page.getByRole('option', { name: /crm\.write/ }).click());
      await job.does(page.getByRole('button', { name: '0 to do' }).click());
      await panel.getByText('Bound to crm.write.').waitFor();
      expect(await entry.isChecked()).toBe(true);
      await job.does(page.getByRole('button', { name: 'Save', exact: true }).click());
      await page.getByRole('status').getByText('Saved', { exact: true }).waitFor();
      await page.reload();
      await panel.getByText('Bound to crm.write.').waitFor();
      await job.does(page.getByRole('button', { name: 'Run', exact: true }).click());
      await job.does(page.getByRole('button', { name: 'Start' }).click());
      await page.waitForURL(/\/runs\//);
      await job.does(page.getByText('Write', { exact: true }).first().click());
      await job.does(page.getByRole('tab', { name: 'Items' }).click());
      const side = page.getByRole('status').filter({ hasText: '3 items: 2 completed' });
      await side.getByText('1 of 3 failed').waitFor();
      const drawn = page.locator('.react-flow__node').filter({ hasText: '1 of 3 failed' });
      await drawn.getByRole('img', { name: 'Completed, some items failed' }).waitFor();
      await shoot(page, 'failed-items');
      const items = page.getByRole('region', { name: 'Items' });
      await job.does(items.getByRole('button', { name: /^1 Failed/ }).click());
      const item = page.getByRole('region', { name: 'Item 1', exact: true });
      await item.getByRole('alert').getByText('The amount 40 is not allowed.').waitFor();
      await item.getByRole('heading', { name: 'Input of item 1' }).waitFor();
      job.ends();
      await page.setViewportSize({ width: 390, height: 844 });
      await page.getByRole('button', { name: 'Chat', exact: true }).click();
      await item.waitFor();
      expect(await findingsOf(page, { name: 'items', place: '' })).toEqual([]);
    });

    it('[W2203] thousands of computed items are a list that scrolls', async () => {
      const { call } = studio();
      const each = { id: 'double', type: 'transform', name: 'Double', each: '${trigger}' };
      const nodes = [{ ...each, config: { value: '${= item * 2 }' } }];
      await call('POST', '/workflows', { skein: 1, id: 'many', name: 'Many', nodes });
      const input = Array.from({ length: 2_000 }, (_, index) => index);
      const run = await call<{ run_id: string }>('POST', '/workflows/many/run?wait=20', { input });
      const page = await open(`/runs/${run.run_id}?node=double&tab=items`);
      await page.getByText('2,000 items: 2000 completed').waitFor();
      const rows = page.getByRole('region', { name: 'Items' }).getByRole('listitem');
      expect(await rows.count()).toBeLessThan(100);
      await page.getByRole('region', { name: 'Items' }).press('End');
      await rows.getByText('3998').waitFor();
    });

    it('[W2201] files that cannot be imported say why and how to mend it, and save nothing', async () => {
      const before = await names();
      const page = await open('/workflows?open=import');
      const dialog = page.getByRole('dialog', { name: 'Import workflows' });
      await dialog.waitFor();
      const whole = JSON.stringify(deals);
      const refused = async (file: { name: string; bytes: Buffer }, words: RegExp) => {
        await drop(page, [file]);
        await dialog.getByRole('alert').getByText(words).first().waitFor();
        expect(await dialog.getByRole('button', { name: 'Import', exact: true }).isDisabled()).toBe(
          true,
        );
        await dialog.getByRole('button', { name: `Leave out ${file.name}` }).click();
      };
      await refused(text('cut.json', whole.slice(0, 200)), /BAD_YAML|BAD_JSON/);
      await refused(text('other.json', { nothing: true }), /IMPORT_UNKNOWN/);
      await refused(text('list.json', [1, 2]), /IMPORT_UNKNOWN/);
      await refused({ name: 'picture.json', bytes: Buffer.from([1, 0, 2]) }, /not a text file/);
      await refused(text('empty.json', ' '), /has no workflow in it/);
      await refused(
        { name: 'cut.zip', bytes: zip([['a.json', whole]]).subarray(0, 80) },
        /cannot be read/,
      );
      await refused(text('huge.json', `"${'x'.repeat(20_000_001)}"`), /huge\.json is too large/);
      await refused(
        text('large.json', `"${'x'.repeat(11_000_000)}"`),
        /large\.json is too large for this server/,
      );
      expect(await names()).toEqual(before);
    });

    it('[W2200] several files and an archive are imported together, without those that cannot be', async () => {
      const page = await open('/workflows?open=import');
      const dialog = page.getByRole('dialog', { name: 'Import workflows' });
      const machine = {
        Comment: 'Machine of a zip',
        StartAt: 'A',
        States: { A: { Type: 'Pass', End: true } },
      };
      await dialog.getByLabel('Definition file').setInputFiles([
        {
          name: 'one.json',
          mimeType: 'application/json',
          buffer: text('', { ...deals, name: 'One of two' }).bytes,
        },
        { name: 'bad.json', mimeType: 'application/json', buffer: Buffer.from('{"a":') },
        {
          name: 'more.zip',
          mimeType: 'application/zip',
          buffer: zip([
            ['in/two.json', JSON.stringify(machine)],
            ['notes.txt', 'no'],
          ]),
        },
      ]);
      const files = dialog.getByRole('list', { name: 'Files' });
      await files.getByRole('button', { name: /^one\.json 1 thing to do/ }).waitFor();
      await files.getByRole('button', { name: /^bad\.json cannot be imported/ }).waitFor();
      await files.getByRole('button', { name: /^in\/two\.json whole/ }).waitFor();
      await dialog.getByText('2 of 3 can be imported.').waitFor();
      await dialog.getByRole('button', { name: 'Import 2 workflows' }).click();
      await page.getByText('Imported 2 workflows.').waitFor();
      expect(await names()).toContain('One of two');
    });

    it('[W2850] a file that offers tools over MCP saves a workflow for each of them', async () => {
      const page = await open('/workflows?open=import');
      const dialog = page.getByRole('dialog', { name: 'Import workflows' });
      await dialog.waitFor();
      const lc = '@n8n/n8n-nodes-langchain.';
      const server = {
        name: 'Tools of the house',
        nodes: [
          { ...step('Server', ''), type: `${lc}mcpTrigger` },
          {
            ...step('Double it', ''),
            type: `${lc}toolCode`,
            parameters: { jsCode: 'return query * 2;' },
          },
        ],
        connections: {
          'Double it': { ai_tool: [[{ node: 'Server', type: 'ai_tool', index: 0 }]] },
        },
      };
      await drop(page, [text('tools.json', server)]);
      await dialog.getByRole('button', { name: 'Import', exact: true }).click();
      await page.getByRole('complementary', { name: 'To do after the import' }).waitFor();
      expect(await names()).toEqual(expect.arrayContaining(['Tools of the house', 'Double it']));
    });

    it('[W2202] entries are ticked off, and undone like any change', async () => {
      const { definition } = await studio().call<{ definition: JsonObject }>(
        'POST',
        '/workflows/import/preview',
        { name: 'deals.json', text: JSON.stringify({ ...deals, name: 'To tick' }) },
      );
      const { id } = await studio().call<{ id: string }>('POST', '/workflows/import', definition);
      const page = await open(`/workflows/${id}`);
      await page.getByRole('button', { name: '1 to do' }).click();
      const panel = page.getByRole('complementary', { name: 'To do after the import' });
      await panel.getByRole('checkbox').check();
      await page.getByRole('button', { name: '0 to do' }).waitFor();
      await page.reload();
      await page.getByRole('button', { name: '0 to do' }).waitFor();
      await page.locator('body').press('Control+z');
      await page.getByRole('button', { name: '1 to do' }).waitFor();
    });
  },
  { config },
);

/** A ZIP archive of texts, packed by deflate. */
function zip(files: readonly (readonly [name: string, text: string])[]): Buffer {
  const locals: Buffer[] = [];
  const entries: Buffer[] = [];
  let offset = 0;
  for (const [name, content] of files) {
    const data = deflateRawSync(Buffer.from(content));
    const local = Buffer.alloc(30);
    local.writeUInt32LE(0x04034b50, 0);
    local.writeUInt16LE(8, 8);
    local.writeUInt16LE(name.length, 26);
    const entry = Buffer.alloc(46);
    entry.writeUInt32LE(0x02014b50, 0);
    entry.writeUInt16LE(8, 10);
    entry.writeUInt32LE(data.length, 20);
    entry.writeUInt32LE(Buffer.byteLength(content), 24);
    entry.writeUInt16LE(name.length, 28);
    entry.writeUInt32LE(offset, 42);
    locals.push(local, Buffer.from(name), data);
    entries.push(entry, Buffer.from(name));
    offset += 30 + name.length + data.length;
  }
  const directory = Buffer.concat(entries);
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x06054b50, 0);
  end.writeUInt16LE(files.length, 10);
  end.writeUInt32LE(directory.length, 12);
  end.writeUInt32LE(offset, 16);
  return Buffer.concat([...locals, directory, end]);
}
