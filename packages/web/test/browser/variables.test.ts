// The picker of values in a real browser: what is offered, with values of the last run, and what is inserted.
import type { JsonObject } from '@skein/kernel';
import { expect, it } from 'vitest';
import { describeStudio } from './describe-studio.ts';
import { keptOf } from './kept-of.ts';

interface Row {
  readonly dialect: string;
  /** The card or step with the prompt. */
  readonly at: string;
  readonly entry: RegExp;
  readonly written: string;
  readonly definition: JsonObject;
}

const uuid = '6f1c0000-0000-4000-8000-000000000001';

const rows: readonly Row[] = [
  {
    dialect: 'native',
    at: '.react-flow__node[data-id="write"]',
    entry: /^city.*Ghent/,
    written: '${city.output}',
    definition: {
      skein: 1,
      nodes: [
        { id: 'city', type: 'transform', config: { value: 'Ghent' } },
        { id: 'write', type: 'llm', config: { prompt: 'About ' } },
      ],
      edges: [{ from: 'city', to: 'write' }],
    },
  },
  {
    dialect: 'canvas',
    at: '.react-flow__node[data-id="write"]',
    entry: /^PREVIOUS_OUTPUT.*Ghent/,
    written: '{{PREVIOUS_OUTPUT}}',
    definition: {
      nodes: [
        { id: 'start', type: 'start', data: { initialInput: 'Ghent' } },
        { id: 'write', type: 'agent', data: { agentName: 'Writer', userPrompt: 'About ' } },
      ],
      connections: [{ source: 'start', target: 'write' }],
    },
  },
  {
    dialect: 'session-graph',
    at: '.react-flow__node[data-id="write"]',
    entry: /^message.*Ghent/,
    written: '@{SESSION_ID}.city.message',
    definition: {
      steps: [
        { id: 'root' },
        { id: 'city', function: 'utils.reply.reply', input: { message: 'Ghent' } },
        { id: 'write', function: 'utils.reply.reply', input: { message: 'About ' } },
      ],
      paths: [
        { from: 'root', to: 'city' },
        { from: 'city', to: 'write' },
      ],
    },
  },
  {
    dialect: 'dataflow',
    at: '.react-flow__node[data-id="write"]',
    entry: /^Input "data"/,
    written: '${inputs.data}',
    definition: {
      nodes: [
        { id: 'start', nodeType: 'defaultContextStart' },
        { id: 'city', nodeType: 'manualInput', config: { message: 'Ghent' } },
        { id: 'write', nodeType: 'llm', config: { prompt: 'About ' } },
      ],
      edges: [
        { source: 'start', target: 'city' },
        { source: 'city', sourceOutput: 'data', target: 'write', targetInput: 'data' },
      ],
    },
  },
  {
    dialect: 'pipeline',
    at: '#step-1 summary',
    entry: /^City/,
    // The server gives new steps ids of its own.
    written: '<<step_output.',
    definition: {
      description: '',
      is_active: true,
      trigger: null,
      steps: [
        {
          uuid,
          name: 'City',
          type: 'custom_llm',
          model: 'scripted',
          system_prompt: '<<trigger_output>>',
        },
        {
          uuid: uuid.replace(/1$/, '2'),
          name: 'Write',
          type: 'custom_llm',
          model: 'scripted',
          system_prompt: 'About ',
        },
      ],
    },
  },
];

describeStudio(
  'the menu of values',
  ({ studio, open }) => {
    it.each(rows.map((row) => [row.dialect, row] as const))(
      '[W21][W22] %s',
      async (dialect, { at, entry, written, definition }) => {
        const { id } = await studio().call<{ id: string }>('POST', '/workflows', {
          ...definition,
          name: `Values of ${dialect}`,
        });
        await studio().call('POST', `/workflows/${id}/run?wait=20`, { input: 'Ghent' });
        const page = await open(`/workflows/${id}`);
        await page.locator(at).click();
        await page.getByRole('button', { name: 'Insert a value' }).last().click();
        await page.getByRole('treeitem').filter({ hasText: entry }).first().click();
        await page.getByText('Unsaved').waitFor();
        await page.locator('body').press('Control+s');
        await page.getByRole('status').getByText('Saved', { exact: true }).waitFor();
        const kept = await keptOf<{ definition: JsonObject }>(studio(), id);
        expect(JSON.stringify(kept.definition)).toContain(written);
      },
    );

    it('[W919] a typed prompt is undone outside of its editor, and then done again', async () => {
      const { id } = await studio().call<{ id: string }>('POST', '/workflows', {
        skein: 1,
        name: 'Undone prompt',
        nodes: [{ id: 'write', type: 'llm', config: { prompt: 'About ' } }],
        edges: [],
      });
      const page = await open(`/workflows/${id}`);
      await page.locator('.react-flow__node[data-id="write"]').click();
      const prompt = page.getByRole('textbox', { name: 'Prompt', exact: true });
      await prompt.click();
      await page.keyboard.press('ControlOrMeta+End');
      await page.keyboard.type('Ghent');
      await expect.poll(() => prompt.textContent()).toBe('About Ghent');
      await page.getByRole('button', { name: 'Undo' }).click();
      await expect.poll(() => prompt.textContent()).toBe('About ');
      await page.getByRole('button', { name: 'Redo' }).click();
      await expect.poll(() => prompt.textContent()).toBe('About Ghent');
    });

    it('[W81] canvas: what is inserted into a question or a system prompt is filled', async () => {
      const { id } = await studio().call<{ id: string }>('POST', '/workflows', {
        name: 'Texts of a canvas',
        nodes: [
          { id: 'start', type: 'start', x: 0, y: 0, data: { initialInput: 'Ghent' } },
          { id: 'ask', type: 'approval', x: 0, y: 98, data: { prompt: 'Visit ' } },
          { id: 'write', type: 'agent', x: 0, y: 196, data: { systemPrompt: 'You know ' } },
        ],
        connections: [
          { source: 'start', target: 'ask' },
          { source: 'ask', sourceHandle: 'approve', target: 'write' },
        ],
      });
      const page = await open(`/workflows/${id}`);
      for (const [node, field] of [
        ['ask', 'Prompt'],
        ['write', 'System prompt'],
      ] as const) {
        await page.locator(`.react-flow__node[data-id="${node}"]`).click();
        await page.getByRole('textbox', { name: field, exact: true }).waitFor();
        await page.getByRole('button', { name: 'Insert a value' }).first().click();
        await page.getByRole('treeitem', { name: 'PREVIOUS_OUTPUT' }).click();
      }
      await page.locator('body').press('Control+s');
      await page.getByRole('status').getByText('Saved', { exact: true }).waitFor();
      await page.getByRole('button', { name: 'Run', exact: true }).click();
      await page.getByRole('button', { name: 'Start', exact: true }).click();
      const waiting = page.getByRole('region', { name: 'Waiting for you' });
      // It is inserted where the cursor is, or at the end if nobody has put it anywhere.
      await waiting.getByText('Visit Ghent').waitFor();
    });

    it('[W81] canvas: a subagent has no user prompt, and the message of its caller in the system prompt', async () => {
      const helper = (id: string, data: JsonObject, x: number) => ({
        id,
        type: 'agent',
        x,
        y: 196,
        data: { agentName: id, ...data },
      });
      const { id } = await studio().call<{ id: string }>('POST', '/workflows', {
        name: 'Helpers',
        nodes: [
          { id: 'start', type: 'start', x: 0, y: 0, data: {} },
          { id: 'boss', type: 'agent', x: 0, y: 98, data: { tools: { subagents: true } } },
          helper('fresh', { userPrompt: '' }, 300),
          helper('older', { userPrompt: 'Be brief.' }, 600),
        ],
        connections: [
          { source: 'start', target: 'boss' },
          { source: 'boss', sourceHandle: 'subagent', target: 'fresh' },
          { source: 'boss', sourceHandle: 'subagent', target: 'older' },
        ],
      });
      const page = await open(`/workflows/${id}`);
      const select = async (node: string) => {
        await page.locator(`.react-flow__node[data-id="${node}"]`).click();
        await page.getByRole('textbox', { name: 'System prompt', exact: true }).waitFor();
      };
      const userPrompt = page.getByRole('textbox', { name: 'User prompt', exact: true });
      const insert = page.getByRole('button', { name: 'Insert a value' });
      await select('boss');
      await userPrompt.waitFor();
      await select('fresh');
      await userPrompt.waitFor({ state: 'detached' });
      await select('older');
      await userPrompt.waitFor();
      await page.getByText('Ignored: the agent that calls this one').waitFor();
      expect(await insert.count()).toBe(1);
      await userPrompt.fill('');
      await userPrompt.waitFor({ state: 'detached' });
      await insert.click();
      await page.getByRole('treeitem', { name: 'PREVIOUS_OUTPUT' }).click();
      expect(await page.getByRole('alert').count()).toBe(0);
      await page.locator('body').press('Control+s');
      await page.getByRole('status').getByText('Saved', { exact: true }).waitFor();
      const kept = await keptOf<{ definition: JsonObject }>(studio(), id);
      expect(JSON.stringify(kept.definition)).toContain('{{PREVIOUS_OUTPUT}}');
    });

    it('[W22] agent-graph: nothing is offered, because its agents get the conversation', async () => {
      const { id } = await studio().call<{ id: string }>('POST', '/workflows', {
        name: 'Values of agent-graph',
        entrypointNodeId: 'desk',
        nodes: [
          { id: 'desk', nodeType: 'AGENT', nodeName: 'desk', agentId: 'desk' },
          { id: 'press', nodeType: 'AGENT', nodeName: 'press', agentId: 'press' },
        ],
        edges: [{ sourceNodeId: 'desk', targetNodeId: 'press', conditionType: 'ALWAYS' }],
        agents: [
          { id: 'desk', name: 'Desk', systemPrompt: 'You edit.', tools: [] },
          { id: 'press', name: 'Press', systemPrompt: 'You print.', tools: [] },
        ],
      });
      await studio().call('POST', `/workflows/${id}/run?wait=20`, { input: 'Ghent' });
      const page = await open(`/workflows/${id}`);
      await page.locator('.react-flow__node[data-id="press"]').click();
      await page.getByRole('textbox', { name: 'System prompt' }).waitFor();
      expect(await page.getByRole('button', { name: 'Insert a value' }).count()).toBe(0);
    });
  },
  { script: { replies: [], otherwise: 'echo' } },
);
