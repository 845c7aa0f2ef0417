// Goal: an agent of n8n remembers its session across runs. Method: a real engine with a scripted model, one run per turn.
import { importSource } from '@skein/dialects';
import type { Json } from '@skein/kernel';
import type { ModelRequest } from '@skein/ports';
import { describe, expect, it } from 'vitest';
import { createEngine } from '../../src/index.ts';

const lc = '@n8n/n8n-nodes-langchain.';
const source = {
  name: 'Chat',
  nodes: [
    {
      id: '1',
      name: 'Start',
      type: 'n8n-nodes-base.executeWorkflowTrigger',
      typeVersion: 1.1,
      position: [0, 0],
      parameters: {},
    },
    {
      id: '2',
      name: 'Ask',
      type: `${lc}agent`,
      typeVersion: 1.7,
      position: [200, 0],
      parameters: { options: { systemMessage: 'Be brief.' } },
    },
    {
      id: '3',
      name: 'Model',
      type: `${lc}lmChatOpenAi`,
      typeVersion: 1.2,
      position: [200, 200],
      parameters: { model: 'gpt-4o' },
    },
    {
      id: '4',
      name: 'Memory',
      type: `${lc}memoryBufferWindow`,
      typeVersion: 1.3,
      position: [300, 200],
      parameters: { contextWindowLength: 2 },
    },
  ],
  connections: {
    Start: { main: [[{ node: 'Ask', type: 'main', index: 0 }]] },
    Model: { ai_languageModel: [[{ node: 'Ask', type: 'ai_languageModel', index: 0 }]] },
    Memory: { ai_memory: [[{ node: 'Ask', type: 'ai_memory', index: 0 }]] },
  },
  settings: { executionOrder: 'v1' },
};

describe('memory of agents of n8n', () => {
  it('[X2652] the last turns of a session are told, those of others and older ones are not', async () => {
    const imported = importSource(source);
    if (imported === null) throw new Error('not recognised');
    const told: string[] = [];
    const model = {
      provider: 'test',
      name: 'test',
      call: (request: ModelRequest) => {
        told.push(String(request.system));
        const text = `answer ${told.length}`;
        return Promise.resolve({ text, toolCalls: [], usage: { input: 1, output: 1, usd: 0 } });
      },
    };
    const engine = await createEngine({ models: { model: () => model } });
    try {
      const { id } = await engine.workflows.save(imported.definition);
      const say = async (sessionId: string, chatInput: string): Promise<Json | undefined> => {
        const run = await engine.runs.start(id, { input: [{ sessionId, chatInput }] });
        const { output, error } = await engine.runs.finished(run.id);
        expect(error).toBeNull();
        return output;
      };
      expect(await say('a', 'one')).toEqual([{ output: 'answer 1' }]);
      await say('b', 'other');
      await say('a', 'two');
      await say('a', 'three');
      await say('a', 'four');
      expect(told[0]).toBe('Be brief.');
      expect(told[1]).toBe('Be brief.');
      expect(told[2]).toBe(
        'Be brief.\n\nEarlier in this conversation:\nUser: one\nAssistant: answer 1',
      );
      expect(told[4]).toContain('User: two');
      expect(told[4]).toContain('User: three');
      expect(told[4]).not.toContain('User: one');
    } finally {
      await engine.close();
    }
  });
});
