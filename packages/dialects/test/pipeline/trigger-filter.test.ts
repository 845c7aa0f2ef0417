import type { Json, JsonObject } from '@skein/kernel';
import { cpuMs } from '@skein/testkit';
import { describe, expect, it } from 'vitest';
import { mailProblem, matchTriggerFilter, workflowWithDetails } from '../../src/index.ts';
import { parseSenders } from '../../src/triggers/parse-senders.ts';
import { agent, checker, condition, llm, pipelineOf, uuid } from './pipelines.ts';

const matches = (rules: JsonObject, data: Json) =>
  matchTriggerFilter(rules, { data, at: 1_800_000_000_000 }).matched;

describe('expressions', () => {
  const verdict = (condition: string, data: Json) =>
    matchTriggerFilter({ left: condition, op: 'truthy' }, { data, at: 1_800_000_000_000 });

  it('[PL700] decide about a delivery; what cannot be computed, or lacks a value, has failed', () => {
    const large = '${= trigger.items.sum("price") > 10 }';
    expect(verdict(large, { items: [{ price: 11 }] })).toEqual({ matched: true, reason: '' });
    expect(verdict(large, { items: [] })).toMatchObject({ matched: false });
    expect(verdict(large, { items: [{ price: 'x' }] })).toMatchObject({
      matched: false,
      isFailed: true,
      reason: expect.stringContaining('cannot be computed'),
    });
    expect(verdict(large, {})).toMatchObject({
      isFailed: true,
      reason: expect.stringContaining('${trigger.items}'),
    });
    expect(verdict('${= (trigger.items ?? []).length == 0 }', {}).matched).toBe(true);
  });
});

describe('senders', () => {
  it.each<[Json | undefined, readonly string[]]>([
    ['ann@example.org', ['ann@example.org']],
    ['Ann <Ann@Example.ORG>', ['ann@example.org']],
    ['"Boss <boss@bank.com>" <evil@x.org>', ['evil@x.org']],
    ['Boss (boss@bank.com) <evil@x.org>', ['evil@x.org']],
    ['boss@bank.com <evil@x.org>', ['evil@x.org']],
    ['<a@x.org> <b@y.org>', ['a@x.org', 'b@y.org']],
    ['a@x.org, "B, C" <b@y.org>', ['a@x.org', 'b@y.org']],
    ['"quoted local"@x.org', ['"quoted local"@x.org']],
    ['<"a>b"@x.org>', ['"a>b"@x.org']],
    ['ann@example.org.', ['ann@example.org']],
    ['nobody', []],
    ['@example.org', []],
    ['a b@example.org', []],
    ['a@b@example.org', []],
    ['', []],
    [undefined, []],
    [5, []],
    [{ name: 'Ann', email: 'ann@x.org' }, ['ann@x.org']],
    [{ address: 'Ann <ann@x.org>' }, ['ann@x.org']],
    [
      ['a@x.org', { email: 'b@x.org' }],
      ['a@x.org', 'b@x.org'],
    ],
  ])('[PL14] of %j', (from, expected) => {
    expect(parseSenders(from)).toEqual(expected);
  });

  it.each(['(', '"', '<', '\\', ',', '(('])(
    '[PL14] a header of nothing but %s is read in linear time',
    (piece) => {
      const started = cpuMs();
      parseSenders(piece.repeat(200_000));
      expect(cpuMs() - started).toBeLessThan(1_000);
    },
  );
});

describe('a filter', () => {
  const mail = (from: string) => ({ from, subject: 'Invoice 7' });

  it.each<[string, JsonObject, Json, boolean]>([
    ['no rules let everything through', {}, 'anything', true],
    ['an address on the blacklist', { email_blacklist: ['Ann@x.org'] }, mail('ann@X.org'), false],
    ['another address', { email_blacklist: ['ann@x.org'] }, mail('bob@x.org'), true],
    ['a domain on the blacklist', { domain_blacklist: ['X.org'] }, mail('Bob <bob@x.ORG>'), false],
    ['whole domains only', { domain_blacklist: ['x.org'] }, mail('bob@sub.x.org'), true],
    ['no ends of domains either', { domain_blacklist: ['x.org'] }, mail('bob@ax.org'), true],
    ['a domain may be written with @', { domain_blacklist: ['@x.org'] }, mail('bob@x.org'), false],
    ['an address on the whitelist', { email_whitelist: ['ann@x.org'] }, mail('ann@x.org'), true],
    ['an address that is not on it', { email_whitelist: ['ann@x.org'] }, mail('bob@x.org'), false],
    ['an empty whitelist asks for nothing', { email_whitelist: [] }, mail('bob@x.org'), true],
    [
      'each whitelist must match',
      { email_whitelist: ['ann@x.org'], domain_whitelist: ['y.org'] },
      mail('ann@x.org'),
      false,
    ],
    [
      'both match',
      { email_whitelist: ['ann@x.org'], domain_whitelist: ['x.org'] },
      mail('ann@x.org'),
      true,
    ],
    [
      'blacklists go first',
      { email_whitelist: ['ann@x.org'], domain_blacklist: ['x.org'] },
      mail('ann@x.org'),
      false,
    ],
    ['a whitelist and no sender', { domain_whitelist: ['x.org'] }, { subject: 'a' }, false],
    ['a blacklist and no sender', { domain_blacklist: ['x.org'] }, 'text', false],
    [
      'one of two senders is barred',
      { domain_blacklist: ['x.org'] },
      mail('a@y.org, b@x.org'),
      false,
    ],
    [
      'one of two senders is not welcome',
      { domain_whitelist: ['x.org'] },
      mail('a@y.org, b@x.org'),
      false,
    ],
    [
      'a display name is no sender',
      { domain_whitelist: ['x.org'] },
      mail('"a@x.org" <b@y.org>'),
      false,
    ],
    [
      'a condition that holds',
      { left: '${trigger.subject}', op: 'contains', right: 'Invoice' },
      mail('a@x.org'),
      true,
    ],
    [
      'a condition that does not',
      { not: { left: '${trigger.subject}', op: 'exists' } },
      mail('a@x.org'),
      false,
    ],
    ['both must hold', { domain_blacklist: ['x.org'], all: [] }, mail('a@x.org'), false],
    [
      'a missing value fails nothing',
      { left: '${trigger.a.b}', op: 'eq', right: 1 },
      'text',
      false,
    ],
    ['a broken one lets nothing through', { left: 1, op: 'like' }, mail('a@x.org'), false],
  ])('[PL15] %s', (_name, rules, data, expected) => {
    expect(matches(rules, data)).toBe(expected);
  });

  it('[PL15] says why it refused', () => {
    const verdict = matchTriggerFilter(
      { domain_blacklist: ['x.org'] },
      { data: mail('a@x.org'), at: 0 },
    );
    expect(verdict).toEqual({ matched: false, reason: 'The sender a@x.org is on a blacklist.' });
  });
});

describe('a delivery that lacks what a filter looks at', () => {
  const verdict = (rules: JsonObject, data: Json) => matchTriggerFilter(rules, { data, at: 0 });
  const missing = { left: '${trigger.spam}', op: 'ne', right: true };

  it.each<[string, JsonObject, Json, string]>([
    ['no sender', { email_whitelist: ['a@x.org'] }, { subject: 'a' }, 'sender'],
    ['no readable one', { domain_blacklist: ['x.org'] }, { from: 'nobody' }, 'sender'],
    ['no value', missing, { subject: 'a' }, '${trigger.spam}'],
    ['no value to be denied', { not: { ...missing, op: 'eq' } }, {}, '${trigger.spam}'],
    ['no value for one of all', { all: [missing] }, 'text', '${trigger.spam}'],
  ])('[PL60] is not let through, and the reason is given: %s', (_name, rules, data, said) => {
    const { reason, ...rest } = verdict(rules, data);
    expect(rest).toEqual({ matched: false, isFailed: true });
    expect(reason).toContain(said);
  });

  it('[PL60] what is decided without it, or asks whether it is there, is decided', () => {
    const known = { left: '${trigger.a}', op: 'eq', right: 1 };
    expect(verdict({ any: [missing, known] }, { a: 1 })).toEqual({ matched: true, reason: '' });
    expect(verdict({ all: [missing, known] }, { a: 2 })).not.toHaveProperty('isFailed');
    expect(verdict({ left: '${trigger.a|1}', op: 'eq', right: '1' }, {}).matched).toBe(true);
    expect(verdict({ not: { left: '${trigger.a}', op: 'exists' } }, {}).matched).toBe(true);
  });
});

describe('the data of a new email', () => {
  it.each<[Json]>([
    [{ from: 'Ann <ann@x.org>', subject: 'Hello', body: 'Text' }],
    [{ from: { email: 'ann@x.org' }, subject: null }],
  ])('[PL62] %j', (data) => {
    expect(mailProblem(data)).toBeNull();
  });

  it.each<[Json, string]>([
    ['a text', 'object'],
    [{ subject: 'Hello' }, 'from'],
    [{ from: 'nobody' }, 'from'],
    [{ from: 'ann@x.org', subject: 7 }, 'subject'],
    [{ from: 'ann@x.org', body: { html: '' } }, 'body'],
  ])('[PL62] %j lacks %s', (data, said) => {
    expect(mailProblem(data)).toContain(said);
  });
});

describe('a definition with details', () => {
  it('[PL16] has every field of the original models', () => {
    const { description: _, ...rest } = pipelineOf(
      llm(1),
      agent(2, 'x', { user_id: 'other', generated_summary: 'Does x.' }),
      checker(3, condition(1)),
    );
    const trigger = { uuid: uuid(8), filter_rules: { email_blacklist: [] } };
    expect(workflowWithDetails({ ...rest, user_id: 'u', trigger })).toEqual({
      uuid: uuid(0),
      user_id: 'u',
      name: 'Test',
      description: '',
      is_active: true,
      trigger: {
        uuid: uuid(8),
        user_id: 'u',
        workflow_uuid: uuid(0),
        trigger_type_id: 'manual',
        config: {},
        filter_rules: { email_blacklist: [] },
        initial_data_description: '',
        created_at: null,
        updated_at: null,
      },
      steps: [
        {
          uuid: uuid(1),
          user_id: 'u',
          name: 'Step 1',
          description: '',
          type: 'custom_llm',
          model: 'm',
          system_prompt: 'Read <<trigger_output>>',
          generated_summary: null,
        },
        {
          uuid: uuid(2),
          user_id: 'other',
          name: 'Step 2',
          description: '',
          type: 'custom_agent',
          model: 'm',
          system_prompt: 'x',
          tools: {},
          generated_summary: 'Does x.',
        },
        {
          uuid: uuid(3),
          user_id: 'u',
          name: 'Step 3',
          description: '',
          type: 'stop_checker',
          stop_conditions: [condition(1)],
        },
      ],
      template_id: null,
      template_version: null,
      created_at: null,
      updated_at: null,
    });
  });
});
