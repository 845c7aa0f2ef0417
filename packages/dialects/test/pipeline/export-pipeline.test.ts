// Goal: nothing that a pipeline says is lost on the way to native and back, and what a pipeline cannot say is listed.
import fc from 'fast-check';
import type { Json, JsonObject, Workflow } from '@skein/kernel';
import { describe, expect, it } from 'vitest';
import { contentHash, exportDefinition, pipeline } from '../../src/index.ts';
import { checker, condition, llm, pipelineOf, uuid } from './pipelines.ts';

const text = fc.oneof(
  fc.string(),
  fc.constantFrom(
    '${trigger}',
    '$',
    '$$',
    '{',
    '<<CURRENT_DATE>>',
    '<<x>>',
    '<<',
    '>>',
    '<<CURRENT_DATE.UTC>>',
  ),
);

const plain = fc.constantFrom<Json>(null, 0, 1.5, '', 'a', '${x}', [], { k: [true] });

/** A prompt that may refer to earlier steps. */
const prompt = (earlier: readonly string[]) =>
  fc
    .array(
      fc.oneof(
        text,
        fc.constant('<<trigger_output>>'),
        ...earlier.map((id) => fc.constant(`<<step_output.${id}>>`)),
      ),
      { maxLength: 5 },
    )
    .map((parts) => parts.join(''));

type Kind = 'custom_llm' | 'custom_agent' | 'stop_checker';

/** Prompts made of pieces may hold a reference to nobody; those are left out. */
const definitions: fc.Arbitrary<JsonObject> = fc
  .array(fc.constantFrom<Kind>('custom_llm', 'custom_agent', 'stop_checker'), {
    minLength: 1,
    maxLength: 5,
  })
  .chain((kinds) => {
    const ids = kinds.map((_, i) => (i % 2 === 0 ? uuid(i) : `id ${i} "q" \\ }`));
    const steps = kinds.map((type, i) => {
      const earlier = ids.slice(0, i).filter((_, at) => kinds[at] !== 'stop_checker');
      const base = {
        uuid: fc.constant(ids[i]),
        name: fc.constant(`Step ${i}`),
        type: fc.constant(type),
      };
      const optional = { requiredKeys: ['uuid', 'name', 'type'] as ('uuid' | 'name' | 'type')[] };
      if (type === 'stop_checker') {
        const one = fc.record({
          step_definition_uuid: fc.constantFrom(...(earlier.length > 0 ? earlier : [''])),
          extraction_json_path: fc.constantFrom('$', '$.a', '${x}'),
          operator: fc.constantFrom('equals', 'contains'),
          target_value: plain,
        });
        const stop_conditions =
          earlier.length > 0 ? fc.array(one, { maxLength: 2 }) : fc.constant([]);
        return fc.record({ ...base, stop_conditions, description: text });
      }
      const model = { ...base, model: text, system_prompt: prompt(earlier) };
      const extra = {
        description: text,
        generated_summary: fc.constantFrom(null, 's'),
        user_id: text,
        colour: plain,
      };
      if (type === 'custom_llm') {
        return fc.record(
          { ...model, ...extra },
          { requiredKeys: [...optional.requiredKeys, 'system_prompt'] },
        );
      }
      const tools = fc.dictionary(
        fc.string({ minLength: 1 }),
        fc.record({ enabled: fc.boolean() }),
        { maxKeys: 2 },
      );
      return fc.record(
        { ...model, ...extra, tools, max_turns: fc.integer({ min: 1, max: 9 }) },
        { requiredKeys: [...optional.requiredKeys, 'system_prompt'] },
      );
    });
    return fc.record(
      {
        uuid: fc.constant(uuid(77)),
        name: text,
        description: text,
        is_active: fc.boolean(),
        trigger: fc.constantFrom<Json>(null, {
          trigger_type_id: 'webhook',
          user_id: 'u',
          filter_rules: {},
        }),
        template_id: fc.constantFrom(null, 't'),
        created_at: fc.constantFrom(null, '2025-01-01T00:00:00Z'),
        policy: fc.constant({ maxSteps: 50 }),
        colour: plain,
        steps: fc.tuple(...steps),
      },
      { requiredKeys: ['steps'] },
    ) as unknown as fc.Arbitrary<JsonObject>;
  })
  .filter((definition) => pipeline.compile(definition).graph !== null);

const compiled = (definition: Json) => pipeline.compile(definition).workflow as Workflow;
const hash = (workflow: Workflow) => contentHash(workflow as unknown as Json);

describe('the way back', () => {
  it('[PL10] an unedited pipeline comes back as it was written', () => {
    fc.assert(
      fc.property(definitions, (definition) => {
        const exported = exportDefinition(compiled(definition), pipeline);
        expect(exported).toEqual({ definition, losses: [] });
      }),
    );
  });

  it('[PL10] exported by what it holds, it says the same', () => {
    fc.assert(
      fc.property(definitions, (definition) => {
        const workflow = compiled(definition);
        const { definition: again, losses } = pipeline.export(workflow);
        expect(losses).toEqual([]);
        expect(hash(compiled(again))).toBe(hash(workflow));
      }),
    );
  });

  it('[PL10] also without its document, where only owners, times and the like are gone', () => {
    fc.assert(
      fc.property(definitions, (definition) => {
        const { studio: _, ...workflow } = compiled(definition);
        const { definition: again } = pipeline.export(workflow);
        expect(hash(compiled(again))).toBe(hash(workflow));
      }),
    );
  });

  it('[PL11] an edited one keeps what only the document knew', () => {
    const definition = {
      ...pipelineOf(
        { ...llm(1), colour: 'red', generated_summary: 'old' },
        { ...llm(2), user_id: 'u' },
      ),
      is_active: false,
      note: 1,
    };
    const workflow = compiled(definition);
    const [first, second] = workflow.nodes;
    const config = { ...first?.config, system: 'New: ${trigger:markdown}' };
    const edited = { ...workflow, nodes: [{ ...first, config }, second] } as Workflow;
    const { definition: again, losses } = exportDefinition(edited, pipeline);
    expect(losses).toEqual([]);
    const { generated_summary: _, ...kept } = definition.steps[0] as JsonObject;
    expect(again).toEqual({
      ...definition,
      steps: [
        { ...kept, description: undefined, system_prompt: 'New: <<trigger_output>>' },
        definition.steps[1],
      ],
    });
  });

  it('[PL11] steps that were moved do not refer forward', () => {
    const workflow = compiled(
      pipelineOf(llm(1), llm(2, `<<step_output.${uuid(1)}>>`), checker(3, condition(2))),
    );
    const edges = [
      { from: uuid(2), to: uuid(1) },
      { from: uuid(1), to: uuid(3) },
    ];
    const { definition, losses } = pipeline.export({ ...workflow, edges });
    expect(losses).toMatchObject([{ code: 'EXPORT_LOSS', pointer: '/nodes/1/config/system' }]);
    expect(pipeline.compile(definition).graph).not.toBeNull();
  });
});

describe('what a pipeline cannot say', () => {
  const native: Workflow = {
    skein: 1,
    id: 'n',
    entry: ['start'],
    nodes: [
      { id: 'start', type: 'start' },
      {
        id: 'write',
        type: 'llm',
        name: 'Same',
        retry: { attempts: 2 },
        config: {
          system: 'Be brief.',
          prompt: 'On ${trigger.topic}: <<trigger_output>>',
          temperature: 1,
        },
      },
      { id: 'check', type: 'if', config: { condition: true } },
      {
        id: 'a>>b',
        type: 'agent',
        name: 'Same',
        config: {
          model: '${trigger.model}',
          prompt: 'Proceed as instructed.',
          system: '${write.output} ${check.output} ${now.date}',
          tools: ['x-y'],
          approve: true,
        },
      },
    ],
    edges: [
      { from: 'start', to: 'write' },
      { from: 'write', to: 'check' },
      { from: 'check', out: 'true', to: 'a>>b' },
      { from: 'a>>b', to: 'write', loop: true },
    ],
  };

  it('[PL12] is listed, each at its place, and the result compiles', () => {
    const { definition, losses } = pipeline.export(native);
    expect(new Set(losses.map(({ pointer }) => pointer))).toEqual(
      new Set([
        '/entry',
        '/edges/2',
        '/edges/3',
        '/nodes/1/retry',
        '/nodes/1/config/prompt',
        '/nodes/1/config/temperature',
        '/nodes/2/type',
        '/nodes/3',
        '/nodes/3/id',
        '/nodes/3/name',
        '/nodes/3/config/model',
        '/nodes/3/config/system',
        '/nodes/3/config/approve',
      ]),
    );
    expect(
      losses.every(({ code, severity }) => code === 'EXPORT_LOSS' && severity === 'warning'),
    ).toBe(true);
    expect(pipeline.compile(definition).graph).not.toBeNull();
    expect(definition).toMatchObject({
      uuid: 'n',
      steps: [
        { name: 'Same', type: 'custom_llm' },
        {
          name: 'Same (2)',
          type: 'custom_agent',
          tools: { 'x-y': { enabled: true } },
          max_turns: 20,
        },
      ],
    });
  });

  it('[PL12] a chain of model calls in native form can be said without loss', () => {
    const { definition, losses } = pipeline.export({
      skein: 1,
      nodes: [
        { id: 'start', type: 'start' },
        {
          id: 'a',
          type: 'llm',
          config: {
            system: '${trigger:markdown}',
            prompt: 'Proceed as instructed.',
            schema: { type: 'object' },
          },
        },
        {
          id: 'b',
          type: 'llm',
          config: { system: '${a.output:markdown}', prompt: 'Proceed as instructed.' },
        },
      ],
      edges: [
        { from: 'start', to: 'a' },
        { from: 'a', to: 'b' },
      ],
    });
    expect(losses).toEqual([]);
    expect(definition).toEqual({
      steps: [
        {
          uuid: 'a',
          name: 'a',
          type: 'custom_llm',
          model: '',
          system_prompt: '<<trigger_output>>',
          schema: { type: 'object' },
        },
        { uuid: 'b', name: 'b', type: 'custom_llm', model: '', system_prompt: '<<step_output.a>>' },
      ],
    });
  });
});
