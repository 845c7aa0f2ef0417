import { expect, it } from 'vitest';
import { storedThreadDefinition } from '../../src/threads/stored-agent.ts';

it('[SD3901] runs of an agent are called after its name, and offline replies still find it by its id', () => {
  const definition = storedThreadDefinition({ id: 'desk', name: 'Clerk' });
  expect(definition).toMatchObject({ name: 'Chat with Clerk', nodes: [{ name: 'desk' }] });
  expect(storedThreadDefinition({ id: 'desk' })['name']).toBe('Chat with desk');
});
