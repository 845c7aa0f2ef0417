import { describe, expect, it } from 'vitest';
import { convertedOf, readTodo, tickTodo, toolOf } from '../../src/graph/edit/todo.ts';
import { renameNode } from '../../src/graph/edit/rename-node.ts';
import { nativeForm } from '../../src/graph/forms/native-form.ts';

const definition = {
  skein: 1,
  nodes: [{ id: 'send', type: 'tool', config: { tool: 'mail' } }],
  edges: [],
  studio: {
    origin: { send: 'Send', other: ['Other', 'Third'] },
    todo: [
      { kind: 'binding', message: 'Bind it.', hint: 'So.', node: 'send', origin: 'Send' },
      'damaged',
      { kind: 'setting', message: 'Look.', hint: 'There.', node: null, origin: null },
    ],
  },
};

describe('the to-do list of an import', () => {
  it('[W2202] is read from the definition, ticked off and unticked, and nothing else changes', () => {
    expect(readTodo(definition).map(({ index, node, isDone }) => [index, node, isDone])).toEqual([
      [0, 'send', false],
      [2, '', false],
    ]);
    const ticked = tickTodo(definition, 2, true);
    expect(readTodo(ticked).map(({ isDone }) => isDone)).toEqual([false, true]);
    expect(tickTodo(ticked, 2, false)).toEqual(definition);
    expect(readTodo({ studio: { todo: 'x' } })).toEqual([]);
    expect([toolOf(definition, 'send'), toolOf(definition, 'none')]).toEqual(['mail', undefined]);
  });

  it('[W2202] follows a node that gets another id', () => {
    const renamed = renameNode(nativeForm, definition, { id: 'send', to: 'post' });
    expect(readTodo(renamed)[0]?.node).toBe('post');
    expect(renamed).toMatchObject({ studio: { origin: { post: 'Send' } } });
  });

  it('[W2200] counts the nodes that are there with all that they had; tools and secrets are no part of a file', () => {
    const losses = [
      { node: 'Send', kind: 'binding' },
      { node: 'Other', kind: 'setting' },
      { node: 'Gone', kind: 'unknown-node' },
      { node: null, kind: 'setting' },
    ];
    expect(convertedOf(definition, losses)).toEqual({ whole: 2, all: 4 });
  });
});
