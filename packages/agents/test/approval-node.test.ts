import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Json, JsonObject } from '@skein/kernel';
import { nativeNodeTypes } from '@skein/agents';

const type = nativeNodeTypes({ functions: new Map() }).get('approval')!;

function accept(answer: Json, config: JsonObject = {}, previous: Json | undefined = 'draft') {
  return type.accept!(answer, { question: { kind: 'approval' }, config, inputs: {}, previous });
}

function decided(answer: Json): unknown {
  const accepted = accept(answer);
  return accepted.ok ? accepted.answer : 'refused';
}

const approve = (note = '') => ({ decision: 'approve', note });
const reject = (note = '') => ({ decision: 'reject', note });

/** Everything that a text may say and still decide: nothing but one of these. */
const words = {
  approve: ['approve', 'approved', 'yes', 'ok', 'okay'],
  reject: ['reject', 'rejected', 'no'],
};

describe('approval', () => {
  it.each<[Json, unknown]>([
    [true, approve()],
    [false, reject()],
    ['approve', approve()],
    ['Approved', approve()],
    ['YES', approve()],
    ['ok', approve()],
    ['okay.', approve()],
    ['yes!', approve()],
    ['reject', reject()],
    ['rejected', reject()],
    ['No', reject()],
    ['  approve \n', approve()],
    [{ decision: 'approve' }, approve()],
    [{ decision: 'REJECT', note: 'typo' }, reject('typo')],
    [{ decision: 'yes', note: '' }, approve()],
    [{ decision: 'approve', note: 'reject it next time' }, approve('reject it next time')],
  ])('[A13] %j', (answer, expected) => {
    expect(decided(answer)).toEqual(expected);
  });

  it.each<[string]>([
    ["Don't approve"],
    ['Do not approve this'],
    ['I cannot approve this'],
    ['Who should approve this?'],
    ['ok, but reject it'],
    ['Never approve'],
    ['approve?'],
    ['approve or reject'],
    ['no — I approve only shorter ones'],
    ['I approve'],
    ['yes, ship it!'],
    ['Reject: too long'],
    ['not approved'],
    ['yes and no'],
    ['not ok'],
    ['no no'],
    ['ja'],
    ['si'],
    ['oui'],
    ['nein'],
    ['да'],
    ['はい'],
    ['いいえ'],
    ['👍'],
    ['y'],
    ['n'],
    ['lgtm'],
    ['true'],
  ])('[A14] %j decides nothing', (text) => {
    expect(decided(text)).toBe('refused');
    expect(decided({ decision: text })).toBe('refused');
  });

  it('[A14] no text decides but a published word alone, whatever stands beside it', () => {
    const published = [...words.approve, ...words.reject];
    const beside = fc.oneof(
      fc.constantFrom("don't", 'not', 'never', 'cannot', 'who should', 'but', 'why', 'nicht', 'no'),
      fc.constantFrom(...published),
      fc.string({ unit: 'grapheme', minLength: 1 }).filter((text) => /[^\s.!]/u.test(text)),
    );
    const sides = fc.constantFrom<readonly [string, string]>(
      ['', ' '],
      [' ', ''],
      ['', '-'],
      ["'", ''],
    );
    fc.assert(
      fc.property(fc.constantFrom(...published), beside, sides, (word, other, [before, after]) => {
        const text = after === '' ? `${word}${before}${other}` : `${other}${after}${word}`;
        // Two pieces may happen to be one word, as "no" is of "o" and "n".
        fc.pre(
          !published.includes(
            text
              .trim()
              .toLowerCase()
              .replace(/[\s.!]+$/u, ''),
          ),
        );
        expect(decided(text)).toBe('refused');
        expect(decided(`${text}?`)).toBe('refused');
        expect(decided(`${word}?`)).toBe('refused');
      }),
    );
  });

  it('[A14] every published word decides, in any case and with a full stop', () => {
    for (const [decision, list] of Object.entries(words))
      for (const word of list)
        for (const text of [word, word.toUpperCase(), ` ${word}. `, `${word}!`])
          expect(decided(text)).toEqual({ decision, note: '' });
  });

  it.each<[Json]>([
    [''],
    ['   '],
    ['.'],
    ['maybe'],
    ['nope'],
    ['disapprove'],
    ['approve_all'],
    ['ok2'],
    ['noé'],
    [null],
    [1],
    [[]],
    [['approve']],
    [{}],
    [{ decision: true }],
    [{ decision: 'later' }],
    [{ decision: 'yes, go on', note: 'Mine.' }],
    [{ note: 'approve' }],
    [{ decision: 'approve', note: 5 }],
    [{ decision: 'approve', note: null }],
    [{ decision: 'approve', note: '', extra: 1 }],
  ])('[A15] %j is refused', (answer) => {
    const accepted = accept(answer);
    expect(accepted).toMatchObject({
      ok: false,
      message: expect.stringMatching(/approve.*reject/),
      hint: expect.stringMatching(/approve.*approved, yes, ok, okay.*reject.*rejected, no/),
    });
  });

  it('[A15] says whether the decision or the note is wrong', () => {
    expect(accept('maybe')).toMatchObject({
      message: 'The answer "maybe" decides nothing: answer approve or reject, and nothing else.',
    });
    expect(accept({ decision: 'approve', note: null })).toMatchObject({
      message: 'The note beside approve or reject must be a text.',
    });
    expect(accept({ decision: 'approve', until: 'May', by: 'me' })).toMatchObject({
      message: 'Nothing reads "until", "by" beside approve or reject.',
    });
  });

  it('[A15] a long answer does not fill the message', () => {
    const accepted = accept('x'.repeat(10_000));
    expect(accepted.ok ? '' : accepted.message.length).toBeLessThan(300);
  });

  it('[A230] where it says so, any other text is the note of a rejection, and never approves', () => {
    const config = { otherText: 'reject' };
    expect(accept(" Don't approve. ", config)).toMatchObject({
      ok: true,
      answer: reject("Don't approve."),
      result: { ports: { rejected: 'draft' } },
    });
    expect(accept('yes, ship it', config)).toMatchObject({ answer: reject('yes, ship it') });
    expect(accept('Yes.', config)).toMatchObject({ answer: approve() });
    for (const answer of ['', ' ', 1, { decision: 'shorter' }, { note: 'shorter' }])
      expect(accept(answer, config)).toMatchObject({ ok: false });
    expect(accept('shorter', { otherText: 'refuse' })).toMatchObject({ ok: false });
  });

  it.each<[Json | undefined, Json]>([
    [{ text: 'draft' }, { text: 'draft' }],
    [0, 0],
    [undefined, null],
  ])('[A16] passes on what entered: %j', (previous, passed) => {
    const asked = { question: { kind: 'approval' }, config: {}, inputs: {}, previous };
    expect(type.accept!('yes', asked)).toEqual({
      ok: true,
      answer: approve(),
      result: { value: approve(), ports: { approved: passed } },
    });
    expect(type.accept!('no', asked)).toMatchObject({ result: { ports: { rejected: passed } } });
  });

  it('[A17] checks and keeps the fields of its form', () => {
    const schema = {
      type: 'object',
      properties: { amount: { type: 'number' } },
      required: ['amount'],
      additionalProperties: false,
    };
    const value = { decision: 'approve', note: 'fine', amount: 5 };
    expect(accept({ decision: 'approve', note: 'fine', amount: 5 }, { schema })).toEqual({
      ok: true,
      answer: value,
      result: { value, ports: { approved: 'draft' } },
    });
    expect(accept({ decision: 'approve', amount: 'much' }, { schema })).toEqual({
      ok: false,
      message: 'The answer does not match the schema: /amount must be a number.',
      hint: 'Answer with data that fits the schema of the question.',
    });
    expect(accept('approve', { schema })).toMatchObject({
      message: 'The answer does not match the schema: it must have the property "amount".',
    });
    expect(accept({ decision: 'approve', amount: 5, other: 1 }, { schema })).toMatchObject({
      message: 'Nothing reads "other" beside approve or reject.',
    });
  });

  it('[A300] a field that its schema does not name is refused by name, unless the schema is open', () => {
    const properties = { amount: { type: 'number' } };
    const answer = { decision: 'approve', amount: 5, arguments: {} };
    expect(accept(answer, { schema: { type: 'object', properties } })).toMatchObject({
      ok: false,
      message: 'Nothing reads "arguments" beside approve or reject.',
    });
    for (const schema of [
      { type: 'object', properties, additionalProperties: true },
      { type: 'object' },
      { properties, patternProperties: { '^a': true } },
    ]) {
      expect(accept(answer, { schema })).toMatchObject({ ok: true, answer });
    }
  });

  it('[A17] a schema may describe decision and note themselves', () => {
    const schema = {
      type: 'object',
      properties: { decision: { const: 'approve' }, note: { type: 'string', minLength: 3 } },
      required: ['note'],
    };
    const answer = { decision: 'ok', note: 'fine' };
    expect(accept(answer, { schema })).toMatchObject({ ok: true, answer: approve('fine') });
    expect(accept('OK', { schema })).toMatchObject({ ok: false });
  });

  it('[A3001] a rejection needs no form; what is filled in must fit, and a schema may say what a rejection needs', () => {
    const properties = { amount: { type: 'number' } };
    const schema = { type: 'object', properties, required: ['amount'] };
    const rejected = (note = '') => ({ decision: 'reject', note });
    for (const answer of ['no', false, rejected(), rejected('too dear')]) {
      expect(accept(answer, { schema })).toMatchObject({
        ok: true,
        answer: { decision: 'reject' },
        result: { ports: { rejected: 'draft' } },
      });
    }
    expect(accept({ ...rejected(), amount: 5 }, { schema })).toMatchObject({
      ok: true,
      answer: { ...rejected(), amount: 5 },
    });
    expect(accept({ ...rejected(), amount: 'much' }, { schema })).toMatchObject({ ok: false });
    expect(accept('yes', { schema })).toMatchObject({ ok: false });
    const says = {
      ...schema,
      properties: { decision: true, amount: true, why: { type: 'string' } },
      required: ['why'],
    };
    expect(accept('no', { schema: says })).toMatchObject({ ok: false });
    expect(accept({ ...rejected(), why: 'no money' }, { schema: says })).toMatchObject({
      ok: true,
    });
  });

  it('[A17] a field called __proto__ is data', () => {
    const answer = JSON.parse('{"decision":"approve","__proto__":{"polluted":1}}') as Json;
    const accepted = accept(answer, { schema: true });
    expect(accepted.ok && JSON.stringify(accepted.answer)).toBe(
      '{"decision":"approve","note":"","__proto__":{"polluted":1}}',
    );
  });
});
