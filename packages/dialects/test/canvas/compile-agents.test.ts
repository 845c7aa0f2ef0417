// Goal: agents of a canvas say natively what its format means, with every text literal.
import { parseTemplate, resolveTemplate, type Json, type Scope } from '@skein/kernel';
import fc from 'fast-check';
import { cpuMs } from '@skein/testkit';
import { describe, expect, it } from 'vitest';
import { canvas } from '../../src/index.ts';
import { drawCanvas } from './draw-canvas.ts';
import { playCanvas } from './play-canvas.ts';

const nodeOf = (definition: Json, id: string) =>
  canvas.compile(definition).workflow?.nodes.find((node) => node.id === id);

describe('agent', () => {
  it('[CV3] has the defaults of the format', () => {
    expect(nodeOf(drawCanvas('start > agent'), 'agent')).toEqual({
      id: 'agent',
      type: 'agent',
      name: 'Agent',
      join: 'each',
      config: { system: 'You are a helpful assistant.', prompt: '${previous|}' },
    });
  });

  it('[CV3] takes everything that is said', () => {
    const data = {
      agentName: 'Writer',
      systemPrompt: 'Write ${x}.',
      userPrompt: 'On {{PREVIOUS_OUTPUT}}, please',
      model: 'gpt',
      reasoningEffort: 'high',
      tools: { web_search: true, subagents: true },
    };
    expect(nodeOf(drawCanvas('start > agent', { agent: data }), 'agent')).toEqual({
      id: 'agent',
      type: 'agent',
      name: 'Writer',
      join: 'each',
      config: {
        system: 'Write $${x}.',
        prompt: 'On ${previous|}, please',
        model: 'gpt',
        reasoningEffort: 'high',
        tools: ['web_search'],
      },
    });
  });

  it('[CV3] may call the tools that are on, and no others', () => {
    const tools = {
      'fs-read': true,
      web_search: true,
      mail: { enabled: false },
      pay: false,
      post: {},
      subagents: true,
    };
    const { config } = nodeOf(drawCanvas('start > agent', { agent: { tools } }), 'agent') ?? {};
    expect(config).toMatchObject({ tools: ['fs-read', 'web_search'] });
  });

  it.each([
    ['', 'before', 'before'],
    [' \n', 'before', 'before'],
    ['{{PREVIOUS_OUTPUT}}', { a: [1] }, '{"a":[1]}'],
    ['a {{PREVIOUS_OUTPUT}} b {{PREVIOUS_OUTPUT}}', 'x', 'a x b x'],
    ['costs ${{PREVIOUS_OUTPUT}}', '5', 'costs $5'],
    ['$${{PREVIOUS_OUTPUT}}$', 'x', '$$x$'],
    ['{{previous_output}} {{ PREVIOUS_OUTPUT }}', 'x', '{{previous_output}} {{ PREVIOUS_OUTPUT }}'],
    ['Hello', 'x', 'Hello'],
  ])('[CV3] %j after %j is the message %j', (userPrompt, initialInput, message) => {
    const run = playCanvas(
      drawCanvas('start > agent', { start: { initialInput }, agent: { userPrompt } }),
    );
    expect(run.prompt('agent')).toBe(message);
  });

  it('[CV40] the previous output is filled in every text for a model or a person', () => {
    const run = playCanvas(
      drawCanvas('start > agent, agent > approval', {
        start: { initialInput: { topic: 'tea' } },
        agent: { systemPrompt: 'About {{PREVIOUS_OUTPUT}}, ${x}.', userPrompt: 'Go' },
        approval: { prompt: 'Send "{{PREVIOUS_OUTPUT}}"?' },
      }),
    );
    expect(run.config('agent')).toMatchObject({ system: 'About {"topic":"tea"}, ${x}.' });
    run.complete('agent', 'Dear {{PREVIOUS_OUTPUT}}');
    const [wait] = run.state.waits.values();
    expect(wait?.question.prompt).toBe('Send "Dear {{PREVIOUS_OUTPUT}}"?');
  });

  it('[CV17] any output goes into any prompt literally, once', () => {
    const hostile = fc
      .array(
        fc.constantFrom(
          '$&',
          '$1',
          '$',
          '${previous}',
          '${',
          '}',
          '{{PREVIOUS_OUTPUT}}',
          '{{',
          '@{SESSION_ID}.a',
          '<<trigger_output>>',
          'x',
          '\\',
        ),
      )
      .map((parts) => parts.join(''));
    fc.assert(
      fc.property(hostile, hostile, hostile, (before, output, after) => {
        const userPrompt = `a${before}{{PREVIOUS_OUTPUT}}${after}`;
        const expected = userPrompt.split('{{PREVIOUS_OUTPUT}}').join(output);
        const data = {
          start: { initialInput: `!${output}` },
          agent: { userPrompt },
          agent2: { systemPrompt: `!${output}` },
        };
        const run = playCanvas(drawCanvas('start > agent, agent > agent2', data));
        expect(run.prompt('agent')).toBe(
          userPrompt.split('{{PREVIOUS_OUTPUT}}').join(`!${output}`),
        );
        run.complete('agent', output);
        expect(run.prompt('agent2')).toBe(output);
        expect(expected).toContain(output);
      }),
    );
  });

  it('[CV17] system prompts, models and questions are texts, whatever they hold', () => {
    fc.assert(
      fc.property(fc.string(), (text) => {
        const data = {
          agent: { systemPrompt: `a${text}`, model: `m${text}` },
          approval: { prompt: `q${text}` },
        };
        const definition = drawCanvas('start > agent, agent > approval', data);
        const nothing = {} as Scope;
        const config = resolveTemplate(
          parseTemplate(nodeOf(definition, 'agent')?.config ?? {}).template,
          {
            ...nothing,
            previous: () => '',
          },
        );
        expect(config).toMatchObject({
          ok: true,
          value: { system: `a${text}`, model: `m${text}` },
        });
        const prompt = parseTemplate(nodeOf(definition, 'approval')?.config ?? {}).template;
        expect(prompt).toEqual({ kind: 'constant', value: { prompt: `q${text}` } });
      }),
    );
  });

  it('[CV18] a million placeholders are an error, ten thousand are not', () => {
    const of = (count: number) =>
      drawCanvas('start > agent', { agent: { userPrompt: 'x{{PREVIOUS_OUTPUT}}'.repeat(count) } });
    const begun = cpuMs();
    const [found, ...more] = canvas.diagnose(of(1_000_000));
    // About 60 ms: it stops counting, and compiles and hashes nothing of these 20 MB.
    expect(cpuMs() - begun).toBeLessThan(1_000);
    expect(more).toEqual([]);
    expect(found).toMatchObject({
      code: 'TOO_MANY_PLACEHOLDERS',
      pointer: '/nodes/1/data/userPrompt',
    });
    expect(canvas.diagnose(of(10_000))).toEqual([]);
  });

  it('[CV9] a subagent has no prompt of its own', () => {
    const definition = drawCanvas('start > agent, agent:subagent > agent2', {
      agent: { tools: { subagents: true } },
      agent2: { userPrompt: 'ignored', agentName: 'Helper' },
    });
    expect(nodeOf(definition, 'agent2')).toMatchObject({
      name: 'Helper',
      config: { system: 'You are a helpful assistant.' },
    });
    expect(nodeOf(definition, 'agent2')?.config).not.toHaveProperty('prompt');
    const { graph } = canvas.compile(definition);
    expect(graph?.nodes[1]?.subagents.map(({ to }) => to.id)).toEqual(['agent2']);
  });
});

describe('subagents as tools', () => {
  const toolsOf = (helpers: readonly { readonly id: string; readonly agentName?: string }[]) => {
    const nodes = [
      { id: 's', type: 'start' },
      { id: 'boss', type: 'agent', data: { tools: { subagents: true } } },
      ...helpers.map(({ id, ...data }) => ({ id, type: 'agent', data })),
    ];
    const links = helpers.map(({ id }) => ({
      source: 'boss',
      sourceHandle: 'subagent',
      target: id,
    }));
    const connections = [{ source: 's', target: 'boss' }, ...links];
    const edges = canvas.compile({ nodes, connections }).workflow?.edges ?? [];
    return edges.filter(({ kind }) => kind === 'subagent').map(({ out }) => out);
  };

  it('[CV9] are called by name and id in the letters that providers take', () => {
    expect(toolsOf([{ id: 'node-7', agentName: 'Fact Checker 2' }, { id: 'B' }])).toEqual([
      'subagent_fact_checker_2_node_7',
      'subagent_agent_b',
    ]);
    expect(toolsOf([{ id: 'é', agentName: '😀' }])).toEqual(['subagent____']);
  });

  it('[CV9] names are cut to 64, and a repeat is numbered in the order of connections', () => {
    const long = 'x'.repeat(80);
    const names = toolsOf([
      { id: 'a-b', agentName: 'N' },
      { id: 'a_b', agentName: 'n' },
      { id: 'A.B', agentName: 'n' },
      { id: `${long}1` },
      { id: `${long}2` },
    ]);
    expect(names.slice(0, 3)).toEqual(['subagent_n_a_b', 'subagent_n_a_b_2', 'subagent_n_a_b_3']);
    expect(names[3]).toBe(`subagent_agent_${'x'.repeat(49)}`);
    expect(names[4]).toBe(`subagent_agent_${'x'.repeat(47)}_2`);
  });
});
