// Agents of A2A as tools, against a server that says what each test wants. Both sides of the protocol: packages/server/test/doors.
import { expect, it } from 'vitest';
import { toolCall } from '../mcp/mcp-world.ts';
import { jsonAnswer, requestServer, toolsOf, type Answer } from './request-world.ts';

const call = (idempotencyKey: string) => ({ ...toolCall(), idempotencyKey });

/** An agent whose task is at work at first, and then as it is told. */
async function agentServer(
  task: object,
  place: (base: string) => string = (base) => `${base}/rpc`,
) {
  let base = '';
  const answer: Answer = (seen, response) => {
    if (seen.method === 'GET') {
      const spoken = { url: place(base), protocolBinding: 'JSONRPC', protocolVersion: '1.0' };
      jsonAnswer({ supportedInterfaces: [spoken] })(seen, response);
      return;
    }
    const { method } = JSON.parse(seen.body) as { method: string };
    const working = { id: 't1', contextId: 'c1', status: { state: 'TASK_STATE_WORKING' } };
    const given = { id: 't1', contextId: 'c1', ...task };
    const result = method === 'SendMessage' ? { task: working } : given;
    jsonAnswer({ jsonrpc: '2.0', id: 1, result })(seen, response);
  };
  const server = await requestServer(answer);
  ({ base } = server);
  const tools = toolsOf(
    { a2a: { travel: { url: base, headers: { authorization: 'Bearer ${KEY}' } } } },
    { allow: [server.host], environment: { KEY: 'canary' } },
  );
  const tool = await tools.find('travel');
  if (tool === undefined) throw new Error('There is no tool.');
  return { ...server, tool };
}

it('[A2000] a message is sent under the key of the call, and the task is looked at until it ends', async () => {
  const artifacts = [{ artifactId: 'output', parts: [{ text: 'Booked.' }] }];
  const { tool, seen } = await agentServer({
    status: { state: 'TASK_STATE_COMPLETED' },
    artifacts,
  });
  const result = await tool.run({ message: 'A trip' }, call('key-1'));
  expect(result).toEqual({ state: 'completed', output: 'Booked.', context: 'c1' });
  const [card, sent, looked] = seen;
  expect(card?.url).toBe('/.well-known/agent-card.json');
  expect(sent?.headers).toMatchObject({ 'a2a-version': '1.0', authorization: 'Bearer canary' });
  expect(JSON.parse(sent?.body ?? '')).toMatchObject({
    method: 'SendMessage',
    params: { message: { messageId: 'key-1', parts: [{ text: 'A trip' }] } },
  });
  expect(JSON.parse(looked?.body ?? '')).toMatchObject({ method: 'GetTask', params: { id: 't1' } });
});

it('[A2000] what the agent asks is the result, and a call with the task answers', async () => {
  const message = { parts: [{ text: 'Where to?' }] };
  const { tool, seen } = await agentServer({
    status: { state: 'TASK_STATE_INPUT_REQUIRED', message },
  });
  expect(await tool.run({ message: 'A trip' }, call('key-1'))).toEqual({
    state: 'input_required',
    task: 't1',
    said: 'Where to?',
    context: 'c1',
  });
  await tool.run({ message: 'Rome', task: 't1', context: 'c1' }, call('key-2'));
  expect(JSON.parse(seen.at(-2)?.body ?? '')).toMatchObject({
    params: { message: { messageId: 'key-2', taskId: 't1', contextId: 'c1' } },
  });
});

it('[A2000] a card that leads to another host is refused, and no secret is sent there', async () => {
  const { tool, seen } = await agentServer({}, () => 'http://127.0.0.1:9/rpc');
  await expect(tool.run({ message: 'x' }, call('key-1'))).rejects.toThrow(
    'not where the configuration says',
  );
  expect(seen.map(({ method }) => method)).toEqual(['GET']);
});
