// A chat with a workflow, shared with people who have no key.
import type { JsonObject } from '@skein/kernel';
import { afterAll, expect, it } from 'vitest';
import { copiedText } from './clipboard.ts';
import { describeStudio } from './describe-studio.ts';
import { findingsOf } from './page-findings.ts';
import { shoot } from './shoot.ts';
import { startSlowModel } from './slow-model.ts';

const model = await startSlowModel();
afterAll(() => model.stop());

const advice: JsonObject = {
  skein: 1,
  id: 'advice',
  name: 'Advice',
  nodes: [
    {
      id: 'start',
      type: 'start',
      config: { schema: { type: 'object', properties: { message: { type: 'string' } } } },
    },
    { id: 'reply', type: 'llm', config: { model: 'local/slow', prompt: '${trigger.message}' } },
  ],
  edges: [{ from: 'start', to: 'reply' }],
};

describeStudio(
  'a shared chat',
  ({ studio, open }) => {
    it('[W2453][W2903][W3250] is shared, streams its answer, goes on after a reload, is stopped, edited, takes files, and works by keyboard', async () => {
      await studio().call('POST', '/workflows', advice);
      const page = await open('/workflows/advice');
      await page.getByRole('button', { name: 'Use it' }).click();
      await page.getByRole('button', { name: 'Share a chat' }).click();
      const dialog = page.getByRole('dialog', { name: 'Share a chat' });
      await dialog.getByLabel('Title').fill('Ask the garden');
      await dialog.getByLabel('Introduction').fill('Questions about plants.');
      expect(await findingsOf(page, { name: 'share a chat', place: '' })).toEqual([]);
      await dialog.getByRole('button', { name: 'Share', exact: true }).click();
      const button = 'Copy the address of Ask the garden';
      const address = await copiedText(page, { button, what: 'address' });

      const visitor = await open(new URL(address).pathname, { isStranger: true });
      expect(await findingsOf(visitor, { name: 'an empty chat', place: '' })).toEqual([]);
      await shoot(visitor, 'shared-chat-empty');
      // The field has the focus, and Enter sends.
      await visitor.keyboard.type('When do I cut roses?');
      await visitor.keyboard.press('Enter');
      await model.say('In March, ');
      await visitor.getByText('In March,').waitFor();
      await visitor.getByRole('button', { name: 'Stop' }).waitFor();
      // Somebody who loads the page again has what was said so far, and the rest.
      await visitor.reload({ waitUntil: 'commit' });
      await visitor.getByText('In March,').waitFor();
      await model.say('before they **sprout**.\n\n- Shears\n- <b>Gloves</b>\n');
      await visitor.getByText('In March, before they').waitFor();
      model.finish();
      const message = visitor.getByLabel('Message', { exact: true });
      await message.waitFor();
      expect(await visitor.getByRole('button', { name: 'Stop' }).isVisible()).toBe(false);
      // What is complete is formatted, and never markup of the page.
      await visitor.locator('strong').getByText('sprout', { exact: true }).waitFor();
      await visitor.getByRole('listitem').getByText('<b>Gloves</b>', { exact: true }).waitFor();
      expect(await findingsOf(visitor, { name: 'a chat', place: '' })).toEqual([]);
      await shoot(visitor, 'shared-chat');

      await message.fill('And then?');
      await visitor.getByRole('button', { name: 'Send', exact: true }).click();
      await model.say('Then you ');
      await visitor.getByText('Then you').waitFor();
      await visitor.getByRole('button', { name: 'Stop' }).click();
      await visitor.getByText('Stopped.').waitFor();
      await visitor.getByRole('button', { name: 'Try again' }).click();
      await model.say('Water them.');
      model.finish();
      await visitor.getByText('Water them.').waitFor();
      await message.waitFor();
      // Another message in place of an earlier one, in a chat of its own; and files come along.
      const before = visitor.url();
      await visitor.getByText('Edit “When do I cut roses?”').click();
      await visitor.getByLabel('Your message').first().fill('When do I cut lilacs?');
      expect(await findingsOf(visitor, { name: 'editing in a chat', place: '' })).toEqual([]);
      await shoot(visitor, 'shared-chat-edit');
      await visitor.getByLabel('Your message').first().press('Enter');
      await model.say('After they bloom.');
      model.finish();
      await visitor.getByText('After they bloom.').waitFor();
      expect(await visitor.getByText('When do I cut roses?').count()).toBe(0);
      expect(visitor.url()).not.toBe(before);
      const notes = { name: 'notes.md', mimeType: 'text/markdown', buffer: Buffer.from('Rain.') };
      await visitor.getByLabel('Add texts').setInputFiles([notes]);
      await message.fill('What do my notes say?');
      await visitor.getByRole('button', { name: 'Send', exact: true }).click();
      await model.say('They say: rain.');
      model.finish();
      await visitor.getByText('They say: rain.').waitFor();
      await visitor.getByRole('listitem').getByText('notes.md', { exact: true }).waitFor();
      await message.waitFor();
      expect(await findingsOf(visitor, { name: 'a chat with files', place: '' })).toEqual([]);
      await shoot(visitor, 'shared-chat-files');
      // The list says where the runs come from.
      await page.goto(`${studio().url}/runs`);
      await page.getByRole('table', { name: 'Runs' }).getByText('Chat page').first().waitFor();
    });
  },
  {
    config: {
      providers: {
        local: { type: 'openai-compatible', baseURL: `${model.url}/v1` },
      },
    },
  },
);
