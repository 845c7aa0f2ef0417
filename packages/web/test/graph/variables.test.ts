import { compileDefinition } from '@skein/dialects';
import type { JsonObject } from '@skein/kernel';
import { describe, expect, it } from 'vitest';
import { uiSchemaOf } from '../../src/form/schema/ui-schema.ts';
import { settingsFields } from '../../src/form/settings-fields.ts';
import { objectAt } from '../../src/graph/own-keys.ts';
import { connect } from '../../src/graph/edit/connect.ts';
import { setConfig } from '../../src/graph/edit/set-config.ts';
import { findForm } from '../../src/graph/forms/find-form.ts';
import { readSketch } from '../../src/graph/read-sketch.ts';
import { deliveryVariables } from '../../src/graph/variables/delivery-variables.ts';
import { edgeVariables } from '../../src/graph/variables/edge-variables.ts';
import { pipelineVariables } from '../../src/graph/variables/pipeline-variables.ts';
import { lastValuesOf, variablesAt } from '../../src/graph/variables/variables-at.ts';
import { mailSchema } from '../../src/triggers/mail-schema.ts';
import { exampleDefinitions } from './examples.ts';

const nothing = { input: undefined, outputs: {} };

describe('variables', () => {
  it('[W3934] a filter is offered the fields of a delivery before one has come', () => {
    const schema = { type: 'object', properties: { order: { properties: { id: {} } }, vip: {} } };
    expect(deliveryVariables(schema).map(({ text, label }) => [text, label])).toEqual([
      ['${trigger}', 'Delivery'],
      ['${trigger.order}', 'Delivery › order'],
      ['${trigger.order.id}', 'Delivery › order › id'],
      ['${trigger.vip}', 'Delivery › vip'],
    ]);
    expect(deliveryVariables(undefined)).toHaveLength(1);
    const mails = deliveryVariables(mailSchema).map(({ text }) => text);
    expect(mails).toEqual(expect.arrayContaining(['${trigger.subject}', '${trigger.from}']));
  });

  it('[W21] offers what runs before a node, and nothing after it', () => {
    const form = findForm('native')!;
    const definition = {
      skein: 1,
      nodes: ['a', 'b', 'c', 'aside'].map((id) => ({
        id,
        type: 'transform',
        config: { value: 1 },
      })),
      edges: [
        { from: 'a', to: 'b' },
        { from: 'b', to: 'c' },
      ],
    };
    const last = { input: { city: 'Ghent' }, outputs: { a: { 'odd key': 1, plain: [] } } };
    const found = variablesAt('native', { sketch: readSketch(form, definition), node: 'b', last });
    const texts = found.map(({ text }) => text);
    expect(texts).toContain('${a.output}');
    expect(texts).toContain('${a.output["odd key"]}');
    expect(texts).toContain('${trigger.city}');
    expect(texts.some((text) => text.includes('c.output') || text.includes('aside'))).toBe(false);
    expect(found.find(({ text }) => text === '${trigger.city}')?.preview).toBe('Ghent');
  });

  it('[W21] shows what came into a node in the last run, where only one node can have sent it', () => {
    const definition = {
      skein: 1,
      nodes: ['a', 'b', 'c'].map((id) => ({ id, type: 'transform', config: { value: 1 } })),
      edges: [
        { from: 'a', to: 'c', in: 'one' },
        { from: 'a', to: 'c', in: 'both' },
        { from: 'b', to: 'c', in: 'both' },
      ],
    };
    const sketch = readSketch(findForm('native')!, definition);
    const last = { input: undefined, outputs: { a: 'first', b: 'second' } };
    const found = variablesAt('native', { sketch, node: 'c', last });
    const previewOf = (text: string) => found.find((each) => each.text === text)?.preview;
    expect(previewOf('${inputs.one}')).toBe('first');
    expect(previewOf('${inputs.both}')).toBeUndefined();
    expect(previewOf('${previous}')).toBeUndefined();
    const [line] = sketch.edges;
    const atLine = edgeVariables('native', { sketch, line: line!, last });
    expect(atLine.find(({ text }) => text === '${previous}')?.preview).toBe('first');
    expect(atLine.some(({ text }) => text.startsWith('${inputs'))).toBe(false);
  });

  it('[W22] inserts what the dialect understands: every text compiles without a new problem', () => {
    const rows: readonly (readonly [
      dialect: string,
      type: string,
      write: (text: string) => JsonObject,
    ])[] = [
      ['native', 'transform', (text) => ({ value: text })],
      [
        'session-graph',
        'utils.reply.reply',
        (text) => ({ function: 'utils.reply.reply', input: { message: text } }),
      ],
      ['canvas', 'agent', (text) => ({ agentName: 'A', userPrompt: text })],
    ];
    for (const [dialect, type, write] of rows) {
      const form = findForm(dialect)!;
      for (const { definition } of exampleDefinitions(dialect)) {
        const sketch = readSketch(form, definition);
        const target = sketch.nodes.find((node) => node.type === type);
        if (target === undefined) continue;
        const known = compileDefinition(definition).diagnostics.length;
        for (const { text } of variablesAt(dialect, { sketch, node: target.id, last: nothing })) {
          if (/inputs|previous/.test(text)) continue;
          const changed = setConfig(form, definition, { id: target.id, config: write(text) });
          const { diagnostics } = compileDefinition(changed);
          const unknown = diagnostics.filter(({ code }) => /REFERENCE|UNKNOWN/.test(code));
          expect(unknown.length).toBeLessThanOrEqual(known);
        }
      }
    }
  });

  it('[W22] offers the message of its caller to a subagent', () => {
    const form = findForm('canvas')!;
    const definition = {
      nodes: [
        { id: 's', type: 'start' },
        { id: 'a', type: 'agent', data: { tools: { subagents: true } } },
        { id: 'b', type: 'agent' },
      ],
      connections: [{ source: 's', target: 'a' }],
    };
    const linked = connect(form, definition, { from: 'a', out: 'subagent', to: 'b' });
    expect(
      variablesAt('canvas', { sketch: readSketch(form, linked), node: 'b', last: nothing }),
    ).toEqual([
      {
        text: '{{PREVIOUS_OUTPUT}}',
        label: 'PREVIOUS_OUTPUT',
        name: 'PREVIOUS_OUTPUT',
        depth: 0,
        type: 'text',
        preview: undefined,
      },
    ]);
  });

  it.each(['start', 'agent', 'if', 'approval'])(
    '[W81] a canvas offers variables in a %s exactly where they are filled',
    (type) => {
      const form = findForm('canvas')!;
      const placeholder = '{{PREVIOUS_OUTPUT}}';
      const schema = form.configSchema(type);
      const ui = uiSchemaOf(schema, { ...settingsFields, filled: form.filledFields?.(type) });
      for (const key of Object.keys(objectAt(schema, 'properties'))) {
        const field = ui[key] as { 'ui:widget'?: string; 'ui:options'?: { isLiteral?: boolean } };
        const isOffered =
          field['ui:widget'] === 'prompt' && field['ui:options']?.isLiteral !== true;
        const data = key === 'conditions' ? {} : { [key]: `x ${placeholder}` };
        const { workflow } = compileDefinition({
          nodes: [
            { id: 's', type: 'start', data: type === 'start' ? data : {} },
            ...(type === 'start' ? [] : [{ id: 'n', type, data }]),
          ],
          connections: [],
        });
        const texts = JSON.stringify(workflow?.nodes.at(-1)?.config ?? {});
        expect([key, isOffered]).toEqual([key, texts.includes('x ${previous|}')]);
      }
    },
  );

  it('[W22] offers earlier steps of a pipeline, except stop checkers', () => {
    const [, brief] = exampleDefinitions('pipeline');
    const texts = pipelineVariables(brief!.definition, { index: 2, last: nothing }).map(
      ({ text }) => text,
    );
    expect(texts).toEqual([
      '<<trigger_output>>',
      '<<step_output.7c1d2e80-5f4b-4a55-b1b7-2f3c9a7d0e11>>',
      '<<CURRENT_DATE>>',
    ]);
  });

  it('[W21] takes previews from the newest outputs of the last run', () => {
    const run = {
      input: 'x',
      outputs: { a: [{ value: 1 }, { value: 2 }], ['__proto__']: [{ value: 3 }] },
    };
    expect(lastValuesOf(run).outputs['a']).toBe(2);
    expect(lastValuesOf(undefined)).toEqual({ input: undefined, outputs: {} });
  });
});
