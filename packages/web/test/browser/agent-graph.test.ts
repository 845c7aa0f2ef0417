// Building an agent graph in a real browser, from nothing to a conversation that is ended.
import { createRequire } from 'node:module';
import path from 'node:path';
import process from 'node:process';
import type { JsonObject } from '@skein/kernel';
import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { describeStudio } from './describe-studio.ts';
import { drag, settled } from './drag.ts';
import { keptOf } from './kept-of.ts';

const require = createRequire(new URL('../../../agents/package.json', import.meta.url));
const filesystem = path.join(
  path.dirname(require.resolve('@modelcontextprotocol/server-filesystem/package.json')),
  'dist/index.js',
);

interface Kept {
  readonly id: string;
  readonly definition: JsonObject & { readonly edges: JsonObject[]; readonly agents: JsonObject[] };
  readonly diagnostics: readonly JsonObject[];
}

const card = (page: Page, id: string) => page.locator(`.react-flow__node[data-id="${id}"]`);

describeStudio(
  'an agent graph in the studio',
  ({ studio, open }) => {
    const save = async (page: Page, id: string) => {
      await page.locator('body').press('Control+s');
      await page.getByRole('status').getByText('Saved', { exact: true }).waitFor();
      return keptOf<Kept>(studio(), id);
    };
    const errors = ({ diagnostics }: Kept) =>
      diagnostics.filter(({ severity }) => severity === 'error');

    it('[W75] a dropped agent is valid, has one name, and tools by choice', async () => {
      const { id } = await studio().call<Kept>('POST', '/workflows', {
        name: 'Desk',
        dialect: 'agent-graph',
      });
      const page = await open(`/workflows/${id}`);
      await settled(card(page, 'agent'));
      const entry = page.getByRole('region', { name: 'Node types' });
      await entry
        .getByRole('button', { name: /^Agent/ })
        .dragTo(page.locator('.react-flow__pane'), { targetPosition: { x: 320, y: 420 } });
      await card(page, 'agent-2').waitFor();
      expect(errors(await save(page, id))).toEqual([]);
      // It is named after its node.
      const form = page.getByRole('complementary', { name: /settings$/ });
      await expect.poll(() => form.getByLabel('Name', { exact: true }).count()).toBe(1);
      await form.getByLabel('Name', { exact: true }).fill('Helper');
      await form.getByRole('group', { name: 'Tools' }).waitFor();
      await form.getByRole('button', { name: 'files-read_text_file' }).click();
      await entry.getByRole('button', { name: /^Tool executor/ }).click();
      await drag(
        page,
        card(page, 'agent-2').locator('[data-handleid="route"]'),
        card(page, 'tool-executor').locator('[data-handleid="in"]'),
      );
      const kept = await save(page, id);
      expect(errors(kept)).toEqual([]);
      expect(kept.definition.nodes).toMatchObject([
        { id: 'agent' },
        { id: 'agent-2', nodeName: 'Helper', agentId: 'agent-2' },
        { id: 'tool-executor' },
      ]);
      expect(kept.definition.agents[1]).toMatchObject({
        id: 'agent-2',
        tools: [
          {
            name: 'files-read_text_file',
            description: expect.stringContaining('file') as string,
            parameters: { type: 'object' },
          },
        ],
      });
    });

    it('[W75] it becomes a conversation that an edge to the end ends', async () => {
      const { id } = await studio().call<Kept>('POST', '/workflows', {
        name: 'Talk',
        dialect: 'agent-graph',
      });
      const page = await open(`/workflows/${id}`);
      await settled(card(page, 'agent'));
      const entry = page.getByRole('region', { name: 'Node types' });
      await entry
        .getByRole('button', { name: /^End/ })
        .dragTo(page.locator('.react-flow__pane'), { targetPosition: { x: 420, y: 460 } });
      await card(page, 'END').waitFor();
      await drag(
        page,
        card(page, 'agent').locator('[data-handleid="route"]'),
        card(page, 'END').locator('[data-handleid="in"]'),
      );
      await expect.poll(() => page.locator('.react-flow__edge').count()).toBe(1);
      await page.getByRole('button', { name: 'Workflow settings' }).click();
      const panel = page.getByRole('complementary', { name: 'Workflow' });
      await panel.getByRole('switch', { name: 'Conversation' }).click();
      const kept = await save(page, id);
      expect(kept.diagnostics).toEqual([]);
      expect(kept.definition).toMatchObject({
        isConversational: true,
        edges: [{ sourceNodeId: 'agent', targetNodeId: null, conditionValue: 'END' }],
      });
      await page.reload();
      await card(page, 'END').waitFor();
      expect(await page.locator('.react-flow__edge').count()).toBe(1);
    });
  },
  {
    config: { mcpServers: { files: { command: process.execPath, args: [filesystem, '.'] } } },
  },
);
