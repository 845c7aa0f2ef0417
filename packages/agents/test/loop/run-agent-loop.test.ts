import { describe, expect, it } from 'vitest';
import { runAgentLoop, scriptedModel, type AgentPlan, type Script } from '@skein/agents';
import type { Tool } from '@skein/ports';
import { fakeNodeIo, nodeCall } from '../fake-node-io.ts';

const add: Tool = {
  name: 'add',
  description: 'Adds.',
  parameters: { type: 'object', properties: { a: { type: 'number' } }, required: ['a'] },
  effect: 'pure',
  run: (args) => (args as { readonly a: number }).a + 1,
};

const run = (script: Script, plan: Partial<AgentPlan> = {}) => {
  const models = scriptedModel(script);
  const io = fakeNodeIo({ model: (name) => models.model(name) });
  const whole = { messages: [{ role: 'user' as const, content: 'hi' }], tools: [add], ...plan };
  return { io, result: runAgentLoop(whole, nodeCall(), io) };
};

describe('the agent loop', () => {
  it('calls a tool and answers', async () => {
    const { result, io } = run({
      replies: [{ toolCalls: [{ name: 'add', arguments: { a: 1 } }] }, { text: 'two' }],
    });
    expect(await result).toMatchObject({ text: 'two', turns: 2 });
    expect([...io.recorded.keys()]).toEqual(['model#1', 'tool:node-1-1#1', 'model#2']);
  });
});
