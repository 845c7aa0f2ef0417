import {
  compileDefinition,
  insertStep,
  moveStep,
  removeStep,
  replaceStep,
  stepsOf,
} from '@skein/dialects';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { exampleDefinitions } from './examples.ts';

const [label] = exampleDefinitions('pipeline');
const definition = label!.definition;

describe('steps of a pipeline', () => {
  it('[W24] moves one and keeps the order of the others', () => {
    const count = stepsOf(definition).length;
    const place = fc.nat({ max: count - 1 });
    fc.assert(
      fc.property(place, place, (from, to) => {
        const before = stepsOf(definition);
        const after = stepsOf(moveStep(definition, { from, to }));
        expect(after[to]).toBe(before[from]);
        expect(after.filter((step) => step !== before[from])).toEqual(
          before.filter((step) => step !== before[from]),
        );
        expect(
          stepsOf(moveStep(moveStep(definition, { from, to }), { from: to, to: from })),
        ).toEqual(before);
      }),
    );
  });

  it('[W24] adds, changes and removes one, and the rest compiles as before', () => {
    const step = {
      uuid: '7c1d2e80-5f4b-4a55-b1b7-2f3c9a7d0eff',
      type: 'custom_llm',
      name: 'Extra',
      model: 'gpt-5-mini',
      system_prompt: 'Say <<trigger_output>>',
    };
    const added = insertStep(definition, { step, at: 0 });
    expect(stepsOf(added)[0]).toEqual(step);
    expect(
      compileDefinition(added).diagnostics.filter(({ severity }) => severity === 'error'),
    ).toEqual([]);
    const changed = replaceStep(added, { at: 0, step: { ...step, name: 'Other' } });
    expect(stepsOf(changed)[0]).toMatchObject({ name: 'Other' });
    expect(removeStep(changed, 0)).toEqual(definition);
    expect(moveStep(definition, { from: 0, to: 99 })).toBe(definition);
  });

  it('[W24] says at once when a step is moved before what it refers to', () => {
    const [, brief] = exampleDefinitions('pipeline');
    const moved = moveStep(brief!.definition, { from: 2, to: 0 });
    const { diagnostics } = compileDefinition(moved);
    expect(
      diagnostics.some(
        ({ severity, pointer }) => severity === 'error' && pointer.startsWith('/steps/0'),
      ),
    ).toBe(true);
  });
});
