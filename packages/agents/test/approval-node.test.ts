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

describe('approval', () => {
  it.each<[Json, unknown]>([
    [true, approve()],
    [false, reject()],
    ['approve', approve()],
    ['Approved', approve()],
    ['YES', approve()],
    ['ok', approve()],
    ['okay.', approve()],
    ['reject', reject()],
    ['rejected', reject()],
    ['No', reject()],
    ['  approve  ', approve()],
    ['**Approve** it', approve('it')],
    ['yes, ship it!', approve('ship it!')],
    ['Reject: too long', reject('too long')],
    ['no — I approve only shorter ones', reject('I approve only shorter ones')],
    ['approve $100', approve('$100')],
    ['approve\nfine\n', approve('fine')],
    [{ decision: 'approve' }, approve()],
    [{ decision: 'REJECT', note: 'typo' }, reject('typo')],
    [{ decision: 'yes, go on', note: '' }, approve('go on')],
    [{ decision: 'yes, go on', note: 'Mine.' }, approve('Mine.')],
    [{ decision: 'approve', note: '', extra: 1 }, approve()],
  ])('[A13] %j', (answer, expected) => {
    expect(decided(answer)).toEqual(expected);
  });

  it.each<[Json, unknown]>([
    ['I approve', approve('I approve')],
    ['We must REJECT this.', reject('We must REJECT this.')],
    ['do approve, approve!', approve('do approve, approve!')],
    [{ decision: 'I approve', note: 'n' }, approve('n')],
    [{ decision: 'I approve' }, approve('I approve')],
    ['No-brainer, approve', approve('No-brainer, approve')],
    ['approve or reject', approve('or reject')],
  ])('[A14] %j', (answer, expected) => {
    expect(decided(answer)).toEqual(expected);
  });

  it.each<[Json]>([
    [''],
    ['   '],
    ['maybe'],
    ['nope'],
    ['I say yes'],
    ['disapprove'],
    ['I approved'],
    ['I neither approve nor reject'],
    ['no-one knows'],
    ["approve'd by nobody"],
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
    [{ note: 'approve' }],
    [{ decision: 'approve', note: 5 }],
    [{ decision: 'approve', note: null }],
  ])('[A15] %j is refused', (answer) => {
    const accepted = accept(answer);
    expect(accepted).toMatchObject({
      ok: false,
      message: expect.stringMatching(/approve.*reject/),
    });
    expect(accepted).toMatchObject({ hint: expect.stringMatching(/approve or reject/) });
  });

  it('[A15] says whether the decision or the note is wrong', () => {
    expect(accept('maybe')).toMatchObject({
      message: 'The answer "maybe" is neither approve nor reject.',
    });
    expect(accept({ decision: 'approve', note: null })).toMatchObject({
      message: 'The note beside approve or reject must be a text.',
    });
  });

  it('[A15] a long answer does not fill the message', () => {
    const accepted = accept('x'.repeat(10_000));
    expect(accepted.ok ? '' : accepted.message.length).toBeLessThan(300);
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
      message: 'The answer does not match the schema: it must not have the property "other".',
    });
  });

  it('[A17] a schema may describe decision and note themselves', () => {
    const schema = {
      type: 'object',
      properties: { decision: { const: 'approve' }, note: { type: 'string', minLength: 3 } },
      required: ['note'],
    };
    expect(accept('OK, fine', { schema })).toMatchObject({ ok: true, answer: approve('fine') });
    expect(accept('OK', { schema })).toMatchObject({ ok: false });
  });

  it('[A17] a field called __proto__ is data', () => {
    const answer = JSON.parse('{"decision":"approve","__proto__":{"polluted":1}}') as Json;
    const accepted = accept(answer, { schema: true });
    expect(accepted.ok && JSON.stringify(accepted.answer)).toBe(
      '{"decision":"approve","note":"","__proto__":{"polluted":1}}',
    );
  });
});
