import { referencedValues } from '@skein/kernel';
import { expect, it } from 'vitest';
import { edge, play, step } from '../run/play.ts';

it('[K1450] what the settings of a running activation refer to is known with its values, and of one that has ended nothing', () => {
  const ask = {
    ...step('ask'),
    config: { prompt: 'To ${trigger.to}: ${a.output.text} ${a.output.text} ${later.output|-}' },
  };
  const run = play({ nodes: [step('a'), ask, step('later')], edges: [edge('a -> ask')] });
  run.start({ to: 'Ada' }).complete('a', { value: { text: 'hi' } });
  const name = { node: 'ask', activation: 1, at: 0 };
  const values = referencedValues(run.graph, run.state, name) ?? [];
  expect(values.map(({ reference, value }) => [reference.text, value])).toEqual([
    ['${trigger.to}', 'Ada'],
    ['${a.output.text}', 'hi'],
    ['${later.output|-}', '-'],
  ]);
  run.complete('ask', { value: 'done' });
  expect(referencedValues(run.graph, run.state, name)).toBeNull();
  expect(referencedValues(run.graph, run.state, { ...name, node: 'none' })).toBeNull();
});
