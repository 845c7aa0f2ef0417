import { expect, it } from 'vitest';
import { nativeNames, nodeName, toldInNames } from '../../src/index.ts';

const nodes = [
  { id: 'model-call-2', type: 'llm' },
  { id: 'ask', type: 'llm', name: 'Ask it' },
  { id: 'again', type: 'llm', name: 'Ask it' },
  { id: 'http', type: 'host-type' },
];

it('[N4350] a node is called by its name, by that of its type, or by its id', () => {
  expect(nodes.map(({ id, type, name = '' }) => nodeName({ id, type, name }))).toEqual([
    'Model call 2',
    'Ask it',
    'Ask it',
    'http',
  ]);
  expect(nativeNames(nodes).get('again')).toBe('Ask it (again)');
});

it('[N4350] what a run says is told with those names', () => {
  const names = nativeNames(nodes);
  expect(toldInNames('Node "model-call-2" has ended; ${ask.output.name} is empty.', names)).toBe(
    'Node "Model call 2" has ended; Ask it (ask) › name is empty.',
  );
  expect(toldInNames('Write ${ask.output ?? "none"}.', names)).toBe(
    'Write ${ask.output ?? "none"}.',
  );
});
