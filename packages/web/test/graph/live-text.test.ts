import fc from 'fast-check';
import type { RunEvent } from '@skein/kernel';
import { expect, it } from 'vitest';
import {
  endTexts,
  takeTold,
  textsBySpeaker,
  type LiveTexts,
} from '../../src/graph/run/live-text.ts';

const told = (text: string, at: number, more: object = {}) => ({
  node: 'editor',
  activation: 1,
  data: { type: 'token', step: 'model#1', at, text, ...more },
});

const place = { seq: 2, at: 0, id: 'e', node: 'editor', activation: 1 };

const recorded = (key: string): RunEvent => ({ ...place, type: 'step.recorded', key });

it('[W42] the words of a subagent are its own, not those of its parent', () => {
  const inside = { node: 'researcher', step: 'researcher/model#1' };
  const texts = [told('I ask.', 0), told('I look', 0, inside), told(' it up.', 6, inside)].reduce(
    takeTold,
    [] as LiveTexts,
  );
  expect(Object.fromEntries(textsBySpeaker(texts))).toEqual({
    editor: 'I ask.',
    researcher: 'I look it up.',
  });
  const left = endTexts(texts, recorded('model#1'));
  expect(Object.fromEntries(textsBySpeaker(left))).toEqual({ researcher: 'I look it up.' });
});

it('[W42] pieces that come twice, or anew from the start, give the same text', () => {
  const pieces = fc.array(fc.string({ minLength: 1, maxLength: 4 }), { minLength: 1 });
  fc.assert(
    fc.property(pieces, fc.nat(), (all, again) => {
      const whole = all.join('');
      const from = again % all.length;
      const before = all.slice(0, from + 1).join('');
      const stream = all.map((text, i) => told(text, all.slice(0, i).join('').length));
      // Connected again in the middle: the text so far in one piece, and then what follows.
      const sent = [...stream.slice(0, from), told(before, 0), ...stream.slice(from)];
      const [said] = sent.reduce(takeTold, [] as LiveTexts);
      expect(said?.text).toBe(whole);
    }),
  );
});

it('[W42] what an attempt said that failed is gone with it', () => {
  const texts = takeTold([], told('half of', 0));
  const failed: RunEvent = {
    ...place,
    type: 'attempt.failed',
    attempt: 1,
    failure: { code: 'MODEL_FAILED', message: 'cut' },
  };
  expect(endTexts(texts, failed)).toEqual([]);
});
