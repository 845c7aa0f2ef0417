import { describe, expect, it } from 'vitest';
import {
  noteOnModel,
  suggestedModels,
  type KnownModel,
} from '../../src/graph/forms/model-names.ts';

const offline: KnownModel = { name: 'scripted', provider: 'scripted', model: null };
const fast: KnownModel = { name: 'fast', provider: 'one', model: 'one/small', isDefault: true };
const one: KnownModel = { name: 'one/', provider: 'one', model: null };
const two: KnownModel = { name: 'two/', provider: 'two', model: null };

describe('names of models', () => {
  it('[W45] suggests what the server lists, with what each stands for', () => {
    expect(suggestedModels([fast, one, offline])).toEqual([
      { value: 'fast', note: 'default · one/small' },
      { value: 'one/', note: 'followed by the model name' },
      { value: 'scripted', note: 'offline' },
    ]);
  });

  it.each([
    ['a name without a provider', 'gpt-5'],
    ['an alias', 'fast'],
    ['a model of a provider', 'two/large'],
    ['a reference', '${trigger.model}/large'],
    ['nothing', ''],
  ])('[W45] has nothing to say about %s', (_, written) => {
    expect(noteOnModel(written, [fast, one, two, offline])).toBeNull();
  });

  it.each([
    ['three/large', [one, two, offline], true, 'no provider "three". It has: one, two.'],
    ['one/', [one, two], true, 'Add the name of a one model after the slash.'],
    ['three/large', [one, offline], false, 'a model of one, the only provider'],
    ['three/large', [offline], false, 'only the offline model'],
  ] as [string, KnownModel[], boolean, string][])(
    '[W45] says about %s what is wrong or what happens',
    (written, known, isProblem, words) => {
      const note = noteOnModel(written, known);
      expect(note?.isProblem).toBe(isProblem);
      expect(note?.text).toContain(words);
    },
  );
});
