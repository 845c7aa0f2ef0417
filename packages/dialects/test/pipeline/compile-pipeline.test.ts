import { escapeTemplate, type Json } from '@skein/kernel';
import { describe, expect, it } from 'vitest';
import { pipeline } from '../../src/index.ts';
import { agent, checker, condition, llm, pipelineOf, uuid } from './pipelines.ts';

const nodeOf = (...steps: readonly Json[]) =>
  pipeline.compile(pipelineOf(...steps)).workflow?.nodes.at(-1);

describe('compiling', () => {
  it('[PL7] gives a chain: one node for each step, in order', () => {
    const { workflow, graph } = pipeline.compile(pipelineOf(llm(1), checker(2), agent(3)));
    expect(workflow).toMatchObject({
      skein: 1,
      id: uuid(0),
      name: 'Test',
      description: 'For a test.',
      nodes: [
        { id: uuid(1), type: 'llm', name: 'Step 1', join: 'each' },
        { id: uuid(2), type: 'pipeline.stop_checker', join: 'each' },
        { id: uuid(3), type: 'pipeline.agent', join: 'each' },
      ],
      edges: [
        { from: uuid(1), to: uuid(2) },
        { from: uuid(2), to: uuid(3) },
      ],
    });
    expect(graph?.policy).toMatchObject({
      schedule: 'eager',
      onError: 'fail',
      onUnresolved: 'fail',
    });
  });

  it('[PL7] an LLM step is a native llm with a fixed user message', () => {
    expect(nodeOf(llm(1, 'Read <<trigger_output>> on <<CURRENT_DATE>>'))?.config).toEqual({
      model: 'm',
      system: 'Read ${trigger:markdown} on ${now.date}',
      prompt: 'Proceed as instructed.',
    });
  });

  it('[PL7] the schema of an LLM step is that of the native llm', () => {
    const schema = { type: 'object', properties: { text: { const: '${trigger}' } } };
    expect(nodeOf({ ...llm(1, 'Read'), schema })?.config).toMatchObject({ schema });
  });

  it('[PL7] an agent step gets outputs in brief, with their ids and values at hand', () => {
    const prompt = `<<step_output.${uuid(1)}>> <<trigger_output>> <<step_output.${uuid(1)}>>`;
    const reference = (behind: string) => `\${["${uuid(1)}"].output${behind}}`;
    expect(
      nodeOf(llm(1), agent(2, prompt, { tools: { a: { enabled: true } }, max_turns: 3 }))?.config,
    ).toEqual({
      model: 'm',
      system: `${reference(':brief')} \${trigger:brief} ${reference(':brief')}`,
      prompt: 'Proceed as instructed.',
      tools: { a: { enabled: true } },
      maxTurns: 3,
      outputs: [
        { step: 'trigger_output', id: '${trigger:id}', value: '${trigger}' },
        { step: uuid(1), id: reference(':id'), value: reference('') },
      ],
    });
  });

  it('[PL7] a checker keeps its conditions as written, and the newest output before it', () => {
    const conditions = [condition(1, { target_value: '${x} <<trigger_output>>' })];
    expect(nodeOf(llm(1), checker(2), checker(3, ...conditions))?.config).toEqual({
      conditions,
      outputs: {
        [uuid(1)]: { status: `\${["${uuid(1)}"].status}`, value: `\${["${uuid(1)}"].output|}` },
      },
      result: `\${["${uuid(1)}"].output}`,
    });
    expect(nodeOf(checker(1))?.config).toEqual({ conditions: [], outputs: {} });
  });

  it.each([
    '${trigger}',
    '$${trigger}',
    '$',
    '$&',
    '{{PREVIOUS_OUTPUT}}',
    '@{SESSION_ID}.a',
    '<<x>>',
  ])('[PL8] %s in a prompt stays text, also right before a placeholder', (text) => {
    const { config } = nodeOf(llm(1, `${text}<<trigger_output>>`)) ?? {};
    expect(config?.['system']).toBe(
      `${escapeTemplate(text, { beforeReference: true })}\${trigger:markdown}`,
    );
  });

  it('[PL8] a date in a zone asks the host for that zone', () => {
    const { graph } = pipeline.compile(
      pipelineOf(llm(1, '<<trigger_output>> <<CURRENT_DATE.Asia/Tokyo>>')),
    );
    expect([...(graph?.zones ?? [])]).toEqual(['Asia/Tokyo']);
  });

  it('[PL9] a step without a uuid gets one that stays the same', () => {
    const { uuid: _, ...step } = llm(1);
    const ids = [1, 2].map(() => nodeOf(step)?.id);
    expect(ids[0]).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-8[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
    expect(ids[1]).toBe(ids[0]);
    const [first, second] =
      pipeline.compile(pipelineOf(step, { ...step, name: 'b' })).workflow?.nodes ?? [];
    expect(first?.id).not.toBe(second?.id);
  });

  it('[PL9] owners, times, is_active and generated summaries do not change the version; all else does', () => {
    const version = (definition: unknown) => pipeline.compile(definition).version;
    const base = { ...pipelineOf(llm(1)), trigger: { trigger_type_id: 'manual' } };
    const kept = {
      ...base,
      user_id: 'u',
      is_active: false,
      created_at: '2025-01-01T00:00:00Z',
      updated_at: '2025-01-01T00:00:00Z',
      trigger: { trigger_type_id: 'manual', created_at: 'x', user_id: 'u' },
      steps: [{ ...llm(1), user_id: 'u', generated_summary: 'Reads.' }],
    };
    expect(version(kept)).toBe(version(base));
    expect(version({ ...base, name: 'Other' })).not.toBe(version(base));
    expect(version({ ...base, steps: [llm(1, 'Read <<trigger_output>>!')] })).not.toBe(
      version(base),
    );
    expect(version({ ...base, template_version: '2' })).not.toBe(version(base));
  });

  it('[PL9] top-level id and policy are those of every dialect', () => {
    const { uuid: _, ...rest } = pipelineOf(llm(1));
    const { workflow, graph } = pipeline.compile({ ...rest, id: 'mine', policy: { maxSteps: 3 } });
    expect(workflow).toMatchObject({ id: 'mine', policy: { maxSteps: 3 } });
    expect(graph?.policy.maxSteps).toBe(3);
    expect(pipeline.diagnose({ ...rest, policy: { onLimit: 'nobody' } })).toMatchObject([
      { code: 'LIMIT_NODE_MISSING', pointer: '/policy/onLimit' },
    ]);
  });

  it('[PL9] what the kernel finds is said of steps', () => {
    const start = uuid(2);
    const prompt = `<<step_output.${uuid(1)}>>`;
    const found = pipeline.diagnose(pipelineOf(llm(1), llm(2, prompt)), { start });
    expect(found.length).toBeGreaterThan(0);
    for (const { pointer } of found) expect(pointer).toMatch(/^\/steps\/[01]$/);
  });
});
