import { acceptToolApproval, askForInput } from '@skein/agents';
import type { WaitQuestion } from '@skein/kernel';
import { expect, it } from 'vitest';
import { loopWorld } from '../loop/loop-world.ts';

const ask = (args: object) => ({ name: 'askForInput', arguments: args as never });

async function world(args: object, answers: readonly string[]) {
  const tool = await askForInput.find('askForInput');
  if (tool === undefined) throw new Error('no tool');
  const made = loopWorld({ replies: [{ toolCalls: [ask(args)] }, { text: 'done' }] }, { answers });
  const result = await made.run({ tools: [tool] });
  return { ...made, result };
}

it('[A185] asks a person and gives the answer to the model', async () => {
  const { asked, result, io } = await world({ question: 'Which colour?' }, ['green']);
  expect(asked).toEqual([{ kind: 'input', prompt: 'Which colour?' }]);
  expect(result.messages[1]).toMatchObject({ role: 'tool', content: 'green' });
  expect([...io.recorded.values()]).toContainEqual(
    expect.objectContaining({ type: 'tool', name: 'askForInput', result: 'green' }),
  );
});

it('[A185] the answer must be one of the options, or fit the schema', async () => {
  const { asked } = await world({ question: '?', options: ['red', 'blue'] }, ['red']);
  const [question] = asked;
  const accept = (answer: string, about: WaitQuestion | undefined) =>
    acceptToolApproval(answer, {
      question: about ?? { kind: 'input' },
      config: {},
      inputs: {},
      previous: undefined,
    }).ok;
  expect(accept('red', question)).toBe(true);
  expect(accept('green', question)).toBe(false);
  const number = await world({ question: '?', schema: { type: 'number' } }, ['7']);
  expect(accept('7', number.asked[0])).toBe(false);
});

it.each([
  {},
  { question: '' },
  { question: 'x', schema: { type: 'nonsense' } },
  { question: 'x', who: 'me' },
  // Each of these kept the process busy for ever, and again after each restart.
  { question: 'x', schema: { pattern: '(){9007199254740991}' } },
  { question: 'x', schema: { pattern: '((((){1000}){1000}){1000}){1000}' } },
])('[A185] %j asks nobody', async (args) => {
  const { asked, result } = await world(args, []);
  expect(asked).toEqual([]);
  expect(JSON.stringify(result.messages[1]?.content)).toContain('are invalid');
});

it('[A385] a costly schema of a model refuses an answer instead of stopping the process', async () => {
  const pattern = `${'(|'.repeat(300)}${')'.repeat(300)}x`;
  const { asked } = await world({ question: '?', schema: { pattern } }, ['red']);
  const [question = { kind: 'input' }] = asked;
  const about = { question, config: {}, inputs: {}, previous: undefined };
  expect(acceptToolApproval('a'.repeat(10_000), about)).toMatchObject({
    ok: false,
    message: expect.stringContaining('cannot be checked'),
  });
});

it('[A185] is found by its name, and not offered by itself', async () => {
  expect(await askForInput.list()).toEqual([]);
  expect(await askForInput.find('other')).toBeUndefined();
});
