// Goal: the list of what is left to do is kept with the workflow, and leads to its nodes.
import { objectAt, type JsonObject } from '@skein/kernel';
import { describe, expect, it } from 'vitest';
import { importSource } from '../../src/index.ts';

const node = (name: string, type: string, parameters: JsonObject = {}): JsonObject => ({
  id: name,
  name,
  type: `n8n-nodes-base.${type}`,
  typeVersion: 1,
  position: [0, 0],
  parameters,
});

const goesTo = (name: string) => ({ main: [[{ node: name, type: 'main', index: 0 }]] });

describe('what is left to do', () => {
  it('[N2200] is an entry for every loss, and a binding leads to the node that calls the tool', () => {
    const imported = importSource({
      name: 'Deals',
      nodes: [node('Go', 'manualTrigger'), node('Write', 'hubspot', { resource: 'deal' })],
      connections: { Go: goesTo('Write') },
    });
    const todo = objectAt(imported!.definition, 'studio')['todo'];
    expect(todo).toHaveLength(imported!.losses.length);
    expect(todo).toContainEqual({
      kind: 'binding',
      message: expect.stringContaining('"Write"'),
      hint: expect.any(String),
      node: 'write_call',
      origin: 'Write',
    });
  });

  it('[N2200] an account leads to the request that it is for', () => {
    const imported = importSource({
      name: 'Chat',
      nodes: [
        { name: 'Go', type: 'n8n-nodes-base.manualTrigger', parameters: {} },
        { name: 'Say', type: 'n8n-nodes-base.telegram', parameters: { chatId: '1', text: 'Hi' } },
      ],
      connections: { Go: { main: [[{ node: 'Say', type: 'main', index: 0 }]] } },
    });
    expect(objectAt(imported!.definition, 'studio')['todo']).toMatchObject([
      { kind: 'credential', node: 'say_call', origin: 'Say' },
    ]);
  });

  it('[N2200] a node inside another is reached by that one; without losses there is no list', () => {
    const task = { Type: 'Task', Resource: 'arn:aws:lambda:eu:1:function:F', End: true };
    const imported = importSource({
      StartAt: 'All',
      States: {
        All: {
          Type: 'Map',
          ItemProcessor: { StartAt: 'One', States: { One: task } },
          End: true,
        },
      },
    });
    const { nodes, studio } = imported!.definition as unknown as {
      nodes: { id: string }[];
      studio: { todo: { kind: string; node: string }[] };
    };
    const entry = studio.todo.find(({ kind }) => kind === 'binding');
    expect(nodes.map(({ id }) => id)).toContain(entry?.node);
    const whole = importSource({ StartAt: 'A', States: { A: { Type: 'Pass', End: true } } });
    expect(objectAt(whole!.definition, 'studio')).not.toHaveProperty('todo');
  });
});
