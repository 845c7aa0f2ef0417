// Goal: everything that can be wrong with a pipeline is found at once, in its own words, at its own places.
import type { Json, JsonObject } from '@skein/kernel';
import { cpuMs } from '@skein/testkit';
import { describe, expect, it } from 'vitest';
import {
  compileDefinition,
  matchTriggerFilter,
  pipeline,
  triggerDefaults,
} from '../../src/index.ts';
import { agent, checker, condition, llm, pipelineOf, uuid } from './pipelines.ts';

const found = (definition: unknown) =>
  pipeline.diagnose(definition).map(({ code, severity, pointer }) => [code, severity, pointer]);

const sound = pipelineOf(
  llm(1),
  checker(2, condition(1)),
  agent(3, `On <<CURRENT_DATE>> / <<CURRENT_DATE.Europe/Brussels>>: <<step_output.${uuid(1)}>>`, {
    tools: { 'mail-label': { enabled: true, extra: 1 } },
    max_turns: 4,
  }),
);

describe('a sound pipeline', () => {
  it('[PL1] has nothing to be said about, and is detected', () => {
    expect(pipeline.diagnose(sound)).toEqual([]);
    expect(compileDefinition(sound)).toMatchObject({ dialect: 'pipeline', diagnostics: [] });
  });

  it('[PL1] needs no owner, no times, no ids and no trigger', () => {
    const { uuid: _, ...step } = llm(1);
    expect(pipeline.diagnose({ name: 'x', steps: [step] })).toEqual([]);
  });

  it('[PL1] is told from other formats by its steps, also when a type is misspelled', () => {
    const step = { ...llm(1), type: 'custom_lm' };
    expect(pipeline.detect({ steps: [step] })).toBe(true);
    expect(pipeline.detect({ uuid: 'x', steps: [] })).toBe(true);
    expect(pipeline.detect({ steps: [] })).toBe(false);
    expect(pipeline.detect({ steps: [{ id: 'a', function: 'f' }], paths: [] })).toBe(false);
    expect(found({ name: 'x', steps: [step] })).toContainEqual([
      'BAD_VALUE',
      'error',
      '/steps/0/type',
    ]);
  });
});

describe('shapes', () => {
  it.each<[string, unknown, string, string]>([
    ['no steps', {}, 'MISSING_KEY', ''],
    ['steps that are ids', pipelineOf(uuid(1)), 'WRONG_TYPE', '/steps/0'],
    [
      'no name',
      pipelineOf({ type: 'custom_llm', model: 'm', system_prompt: '' }),
      'MISSING_KEY',
      '/steps/0',
    ],
    [
      'no prompt',
      pipelineOf({ name: 'a', type: 'custom_llm', model: 'm' }),
      'MISSING_KEY',
      '/steps/0',
    ],
    [
      'a prompt that is no text',
      pipelineOf(llm(1, 5 as never)),
      'WRONG_TYPE',
      '/steps/0/system_prompt',
    ],
    [
      'tools as a list',
      pipelineOf(agent(1, undefined, { tools: [] })),
      'WRONG_TYPE',
      '/steps/0/tools',
    ],
    [
      'enabled as a text',
      pipelineOf(agent(1, undefined, { tools: { a: { enabled: 'yes' } } })),
      'WRONG_TYPE',
      '/steps/0/tools/a/enabled',
    ],
    [
      'no turns',
      pipelineOf(agent(1, undefined, { max_turns: 0 })),
      'BAD_VALUE',
      '/steps/0/max_turns',
    ],
    ['no conditions', pipelineOf({ name: 'c', type: 'stop_checker' }), 'MISSING_KEY', '/steps/0'],
    [
      'an unknown operator',
      pipelineOf(llm(1), checker(2, condition(1, { operator: 'equal' }))),
      'BAD_VALUE',
      '/steps/1/stop_conditions/0/operator',
    ],
    [
      'an unknown type of trigger',
      { ...pipelineOf(llm(1)), trigger: { trigger_type_id: 'mail' } },
      'BAD_VALUE',
      '/trigger/trigger_type_id',
    ],
    [
      'a schedule in no zone',
      {
        ...pipelineOf(llm(1)),
        trigger: {
          trigger_type_id: 'schedule',
          config: { cron: '* * * * *', timezone: 'Mars/Base' },
        },
      },
      'ZONE_UNKNOWN',
      '/trigger/config/timezone',
    ],
    [
      'a blacklist that is no list',
      { ...pipelineOf(llm(1)), trigger: { filter_rules: { email_blacklist: 'a@b.c' } } },
      'WRONG_TYPE',
      '/trigger/filter_rules/email_blacklist',
    ],
    [
      'a broken condition',
      { ...pipelineOf(llm(1)), trigger: { filter_rules: { left: 1, op: 'like' } } },
      'BAD_CONDITION',
      '/trigger/filter_rules',
    ],
    [
      'a filter that reads a step',
      { ...pipelineOf(llm(1)), trigger: { filter_rules: { left: '${a.output}', op: 'truthy' } } },
      'BAD_CONDITION',
      '/trigger/filter_rules',
    ],
  ])('[PL2] %s', (_name, definition, code, place) => {
    expect(found(definition)).toContainEqual([code, 'error', place]);
    // A run that somebody starts by hand does not need the trigger.
    expect(pipeline.compile(definition).graph === null).toBe(!place.startsWith('/trigger'));
  });

  it.each<[string, JsonObject]>([
    ['schedule', { trigger_type_id: 'schedule' }],
    ['schedule', { trigger_type_id: 'schedule', config: { timezone: 'UTC' } }],
    ['event', { trigger_type_id: 'event', config: {} }],
  ])('[PL61] an incomplete %s is a warning, and its pipeline runs', (_type, trigger) => {
    const definition = { ...pipelineOf(llm(1)), trigger };
    expect(found(definition)).toEqual([['TRIGGER_INCOMPLETE', 'warning', '/trigger']]);
    expect(pipeline.compile(definition).graph).not.toBeNull();
  });

  it('[PL63] a schedule says which missed ticks start a run, and an unknown choice is refused with the choices', () => {
    const scheduled = (catchUp: string) => ({
      ...pipelineOf(llm(1)),
      trigger: { trigger_type_id: 'schedule', config: { cron: '* * * * *', catchUp } },
    });
    for (const choice of ['last', 'none', 'all']) expect(found(scheduled(choice))).toEqual([]);
    const [odd] = pipeline.compile(scheduled('everything')).diagnostics;
    expect(odd).toMatchObject({ severity: 'error', pointer: '/trigger/config/catchUp' });
    expect(`${odd?.message} ${odd?.hint}`).toMatch(/last.*none.*all/);
  });

  it.each(['manual', 'webhook', 'schedule', 'event', 'new_email'])(
    '[PL61] the defaults of a trigger of the type %s are complete',
    (type) => {
      const trigger = { trigger_type_id: type, ...triggerDefaults(type, uuid(0)) };
      expect(found({ ...pipelineOf(llm(1)), trigger })).toEqual([]);
      expect(trigger.initial_data_description).not.toBe('');
    },
  );

  it.each<[string, JsonObject, string]>([
    ['a key', { emial_blacklist: ['a@b.c'] }, '/trigger/filter_rules/emial_blacklist'],
    ['an operator', { left: '${trigger.a}', op: 'matches' }, '/trigger/filter_rules'],
    [
      'a key in a condition',
      { all: [{ left: '${trigger.a}', op: 'exists', where: 1 }] },
      '/trigger/filter_rules/all/0/where',
    ],
    ['an empty entry', { domain_whitelist: [' '] }, '/trigger/filter_rules/domain_whitelist/0'],
  ])('[PL60] %s that a filter does not know is an error', (_name, rules, place) => {
    const definition = { ...pipelineOf(llm(1)), trigger: { filter_rules: rules } };
    expect(found(definition)).toContainEqual([expect.anything(), 'error', place]);
    const verdict = matchTriggerFilter(rules, { data: { a: 1, from: 'x@y.org' }, at: 0 });
    expect(verdict).toMatchObject({ matched: false, isFailed: true });
  });

  it('[PL2] keys without a meaning are warnings, everywhere', () => {
    const definition = {
      ...pipelineOf({ ...llm(1), sytem: 1 }),
      colour: 'red',
      trigger: { when: 1 },
    };
    expect(found(definition)).toEqual([
      ['UNKNOWN_KEY', 'warning', '/trigger/when'],
      ['UNKNOWN_KEY', 'warning', '/colour'],
      ['UNKNOWN_KEY', 'warning', '/steps/0/sytem'],
    ]);
  });

  it('[PL2] a pipeline without steps is refused', () => {
    expect(found(pipelineOf())).toEqual([['EMPTY_WORKFLOW', 'error', '/steps']]);
  });
});

describe('ids and names', () => {
  it.each<[string, readonly Json[], readonly unknown[]]>([
    [
      'an id that is no UUID',
      [{ ...llm(1), uuid: 'read' }],
      ['NOT_A_UUID', 'warning', '/steps/0/uuid'],
    ],
    ['an id with >>', [{ ...llm(1), uuid: 'a>>b' }], ['BAD_VALUE', 'error', '/steps/0/uuid']],
    ['an id twice', [llm(1), { ...llm(1), name: 'b' }], ['DUPLICATE_ID', 'error', '/steps/1/uuid']],
    [
      'a name twice',
      [llm(1), { ...llm(2), name: 'Step 1' }],
      ['DUPLICATE_NAME', 'error', '/steps/1/name'],
    ],
  ])('[PL3] %s', (_name, steps, expected) => {
    expect(found(pipelineOf(...steps))).toEqual([expected]);
  });

  it('[PL3] __proto__ and constructor are ids and names as any other', () => {
    const steps = JSON.parse(
      '[{"uuid":"__proto__","name":"__proto__","type":"custom_llm","model":"m","system_prompt":"<<trigger_output>>"},' +
        '{"uuid":"constructor","name":"constructor","type":"custom_agent","model":"m","system_prompt":"<<step_output.__proto__>>","tools":{"__proto__":{"enabled":true}}},' +
        '{"uuid":"c","name":"toString","type":"stop_checker","stop_conditions":[{"step_definition_uuid":"__proto__","extraction_json_path":"$","operator":"equals","target_value":1}]}]',
    ) as readonly JsonObject[];
    const codes = new Set(found(pipelineOf(...steps)).map(([code]) => code));
    expect(codes).toEqual(new Set(['NOT_A_UUID']));
    const outputs = pipeline.compile(pipelineOf(...steps)).workflow?.nodes[2]?.config?.['outputs'];
    expect(Object.keys(outputs ?? {})).toEqual(['__proto__']);
  });
});

describe('references', () => {
  const at = (n: number) => `<<step_output.${uuid(n)}>>`;
  const inPrompt = '/steps/0/system_prompt';

  it.each<[string, readonly Json[], string, string]>([
    ['forward', [llm(1, at(2)), llm(2)], 'STEP_NOT_EARLIER', inPrompt],
    ['to itself', [llm(1, at(1))], 'STEP_NOT_EARLIER', inPrompt],
    ['to an unknown step', [agent(1, at(9))], 'STEP_UNKNOWN', inPrompt],
    ['to a checker', [checker(1), llm(2, at(1))], 'STEP_WITHOUT_OUTPUT', '/steps/1/system_prompt'],
    [
      'forward, by a checker',
      [checker(1, condition(2)), llm(2)],
      'STEP_NOT_EARLIER',
      '/steps/0/stop_conditions/0/step_definition_uuid',
    ],
    [
      'unknown, by a checker',
      [llm(1), checker(2, condition(1), condition(9))],
      'STEP_UNKNOWN',
      '/steps/1/stop_conditions/1/step_definition_uuid',
    ],
    [
      'to a checker, by a checker',
      [llm(1), checker(2), checker(3, condition(2))],
      'STEP_WITHOUT_OUTPUT',
      '/steps/2/stop_conditions/0/step_definition_uuid',
    ],
    [
      'to a zone that is none',
      [llm(1, '<<trigger_output>> <<CURRENT_DATE.Europe/Brussel>>')],
      'ZONE_UNKNOWN',
      inPrompt,
    ],
    [
      'to an empty zone',
      [llm(1, '<<trigger_output>> <<CURRENT_DATE.>>')],
      'ZONE_UNKNOWN',
      inPrompt,
    ],
  ])('[PL4] %s', (_name, steps, code, place) => {
    expect(found(pipelineOf(...steps))).toEqual([[code, 'error', place]]);
  });

  it.each([
    [`<<step_output.{${uuid(1)}}>>`, /Leave out the braces/],
    ['<<step_output.Step 1>>', /that of this one is/],
    [`<<step_output.${uuid(1).slice(0, -1)}>>`, /Did you mean/],
  ])('[PL4] %s gets a hint', (prompt, hint) => {
    const [diagnostic] = pipeline.diagnose(pipelineOf(llm(1), llm(2, prompt)));
    expect(diagnostic?.code).toBe('STEP_UNKNOWN');
    expect(diagnostic?.hint).toMatch(hint);
  });

  it('[PL5] a prompt that refers to nothing earlier is warned about; an empty one is not', () => {
    expect(found(pipelineOf(llm(1, 'Write a poem on <<CURRENT_DATE>>.'), llm(2, '')))).toEqual([
      ['NOTHING_FLOWS_IN', 'warning', inPrompt],
    ]);
  });

  it.each([
    '<<trigger_ouput>>',
    '<< trigger_output >>',
    '<<TRIGGER_OUTPUT>>',
    '<<step_output>>',
    '<<current_date>>',
    '<<>>',
  ])('[PL5] %s is text, with a warning', (text) => {
    expect(found(pipelineOf(llm(1, `<<trigger_output>> ${text}`)))).toEqual([
      ['PLACEHOLDER_UNKNOWN', 'warning', inPrompt],
    ]);
  });

  it('[PL5] brackets that enclose nothing are no mistake', () => {
    expect(found(pipelineOf(llm(1, '1 <<<trigger_output>>> 2 << a > b')))).toEqual([]);
  });
});

describe('hostile definitions', () => {
  it.each<[string, () => unknown]>([
    ['nothing', () => undefined],
    ['a list', () => []],
    ['a text', () => '<<trigger_output>>'],
    [
      'steps of all kinds',
      () => ({ steps: [null, 1, 'a', [], {}, { type: {} }, { uuid: [], name: {} }] }),
    ],
    [
      '10,000 levels',
      () => ({ steps: [JSON.parse(`${'['.repeat(10_000)}${']'.repeat(10_000)}`)] }),
    ],
    ['trigger of another type', () => ({ steps: [], trigger: [1] })],
    [
      'conditions of another type',
      () => pipelineOf(checker(1, null, 1, []), { type: 'stop_checker', stop_conditions: {} }),
    ],
  ])('[PL6] %s gives diagnostics', (_name, make) => {
    const { diagnostics, graph } = pipeline.compile(make());
    expect(graph).toBeNull();
    expect(diagnostics.length).toBeGreaterThan(0);
  });

  it('[PL6] a million placeholders are refused quickly', () => {
    const definition = pipelineOf(llm(1, '<<trigger_output>>'.repeat(1_000_000)));
    const started = cpuMs();
    expect(found(definition)).toEqual([
      ['TOO_MANY_PLACEHOLDERS', 'error', '/steps/0/system_prompt'],
    ]);
    expect(cpuMs() - started).toBeLessThan(500);
  });

  it.each(['<<', '>>', '<<>>', '<<step_output.', '<', '<<a<<'])(
    '[PL6] a prompt of nothing but %s is read in linear time',
    (piece) => {
      const started = cpuMs();
      found(pipelineOf(llm(1, piece.repeat(1_000_000 / piece.length))));
      expect(cpuMs() - started).toBeLessThan(1_000);
    },
  );

  it('[PL6] thousands of steps without ids, all wrong, are no problem', () => {
    const steps = Array.from({ length: 5_000 }, (_, i) => ({
      name: `Step ${i}`,
      type: 'custom_llm',
      model: 'm',
      system_prompt: `<<step_output.nobody ${i}>>`,
    }));
    const started = cpuMs();
    expect(found(pipelineOf(...steps))).toHaveLength(5_000);
    expect(cpuMs() - started).toBeLessThan(5_000);
  });
});
