// Goal: subagents that are called in one message work side by side, and each question finds its answer in another process.
import { registeredTool } from '@skein/agents';
import { createEngine } from '../../../src/index.ts';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { folderWith } from '../../spawn-skein.ts';
import { from, node } from './start-canvas.ts';

let folder = '';
let remove = () => {};

beforeEach(() => {
  ({ folder, remove } = folderWith({}));
});
afterEach(() => remove());

const team = {
  nodes: [
    node('start', 'start', { initialInput: 'Go' }),
    node('boss', 'agent', { tools: { subagents: true } }),
    node('left', 'agent', { agentName: 'Left', tools: { pay: true } }),
    node('right', 'agent', { agentName: 'Right', tools: { pay: true } }),
  ],
  connections: [
    from('start', 'boss'),
    from('boss', 'left', 'subagent'),
    from('boss', 'right', 'subagent'),
  ],
};

const asks = (name: string, id: string) => ({ name, id, arguments: { input: name } });
const pays = (to: string) => ({ name: 'pay', arguments: { to } });
// By what was said, not by counting: a new process counts anew.
const script = {
  replies: [
    {
      when: { node: 'boss', contains: 'Go' },
      toolCalls: [asks('subagent_left_left', 'l'), asks('subagent_right_right', 'r')],
    },
    { when: { node: 'left', contains: 'subagent_left' }, toolCalls: [pays('Lea')] },
    { when: { node: 'right', contains: 'subagent_right' }, toolCalls: [pays('Rob')] },
    { repeat: true, text: 'Done.' },
  ],
};

it('[A232] each approval of subagents side by side counts for its own call, after restarts too', async () => {
  const paid: string[] = [];
  const open = () =>
    createEngine({
      script,
      store: `sqlite:${folder}/runs.db`,
      tools: {
        pay: registeredTool({
          description: 'Pays.',
          parameters: (zod) => zod.object({ to: zod.string() }),
          approve: true,
          run: ({ to }) => void paid.push(to),
        }),
      },
    });
  let engine = await open();
  const { id } = await engine.runs.start(team);
  const asked: string[] = [];
  for (const decision of ['reject', 'approve']) {
    const { waits } = await engine.runs.settled(id);
    const [wait] = waits;
    if (wait === undefined) throw new Error('no one is asked');
    const { arguments: args } = wait.data as { readonly arguments: { readonly to: string } };
    asked.push(`${decision} ${args.to}`);
    await engine.close();
    engine = await open();
    await engine.waits.answer(wait.id, decision);
  }
  expect(await engine.runs.finished(id)).toMatchObject({ status: 'completed' });
  const approved = asked.find((line) => line.startsWith('approve'));
  expect(paid).toEqual([approved?.split(' ')[1]]);
  expect(new Set(asked.map((line) => line.split(' ')[1]))).toEqual(new Set(['Lea', 'Rob']));
  await engine.close();
});
