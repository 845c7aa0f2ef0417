// A selection becomes a sub-workflow and comes back; what would change what the workflow does is refused.
import { compileDefinition } from '@skein/dialects';
import { isObject, type JsonObject } from '@skein/kernel';
import { describe, expect, it } from 'vitest';
import { findForm } from '../../src/graph/forms/find-form.ts';
import { listAt, objectAt, textAt } from '../../src/graph/own-keys.ts';
import { extractWorkflow } from '../../src/graph/sub/extract-workflow.ts';
import { unpackWorkflow } from '../../src/graph/sub/unpack-workflow.ts';

const native = findForm('native')!;

const letter: JsonObject = {
  skein: 1,
  name: 'Letters',
  nodes: [
    { id: 'start', type: 'start' },
    { id: 'facts', type: 'transform', name: 'Facts', config: { value: { of: '${trigger.to}' } } },
    {
      id: 'draft',
      type: 'llm',
      name: 'Draft',
      config: { prompt: 'To ${trigger.to}: ${previous}' },
    },
    {
      id: 'polish',
      type: 'llm',
      name: 'Polish',
      config: { prompt: '${draft.output} ${facts.output.of}' },
    },
    { id: 'send', type: 'transform', name: 'Send', config: { value: '${polish.output}!' } },
    { id: 'end', type: 'end' },
  ],
  edges: [
    { from: 'start', to: 'facts' },
    { from: 'facts', to: 'draft' },
    { from: 'draft', to: 'polish' },
    { from: 'polish', to: 'send' },
    { from: 'send', to: 'end' },
  ],
};

const positions = new Map([
  ['draft', { x: 0, y: 200 }],
  ['polish', { x: 40, y: 300 }],
]);
const extract = (nodes: readonly string[], definition = letter) =>
  extractWorkflow(native, definition, { nodes: new Set(nodes), positions });

function made(nodes: readonly string[], definition = letter) {
  const done = extract(nodes, definition);
  if ('problem' in done) throw new Error(done.problem);
  return done;
}

const nodeOf = (definition: JsonObject, id: string) =>
  listAt(definition, 'nodes')
    .filter(isObject)
    .find((node) => textAt(node, 'id') === id) ?? {};
const errors = (definition: JsonObject) =>
  compileDefinition(definition).diagnostics.filter(({ severity }) => severity === 'error');
const byText = (values: readonly unknown[]) =>
  values.map((each) => JSON.stringify(each)).toSorted();

describe('a selection as a sub-workflow', () => {
  it('[W2402] takes its place, gets what it read as its input, and is read in its place', () => {
    const { definition, id } = made(['draft', 'polish']);
    expect(errors(definition)).toEqual([]);
    const config = objectAt(nodeOf(definition, id), 'config');
    expect(config['input']).toEqual({
      previous: '${previous}',
      trigger: '${trigger}',
      nodes: { facts: '${facts.output}' },
    });
    const inner = objectAt(config, 'workflow');
    expect(objectAt(nodeOf(inner, 'draft'), 'config')).toEqual({
      prompt: 'To ${trigger.trigger.to}: ${previous}',
    });
    expect(objectAt(nodeOf(inner, 'polish'), 'config')).toEqual({
      prompt: '${draft.output} ${trigger.nodes.facts.of}',
    });
    expect(objectAt(nodeOf(definition, 'send'), 'config')).toEqual({ value: `\${${id}.output}!` });
    expect(listAt(definition, 'edges')).toContainEqual({ from: 'facts', to: id });
    expect(listAt(definition, 'edges')).toContainEqual({ from: id, to: 'send' });
    expect(nodeOf(definition, id)['name']).toBe('Sub-workflow');
  });

  it('[W2402] what reads nothing else is given what arrives', () => {
    const { definition, id } = made(['send']);
    const plain = { ...letter, nodes: listAt(letter, 'nodes') };
    expect(errors(plain)).toEqual([]);
    expect(errors(definition)).toEqual([]);
    const { definition: only, id: other } = made(['facts'], {
      ...letter,
      nodes: listAt(letter, 'nodes').map((node) =>
        isObject(node) && node['id'] === 'facts'
          ? { ...node, config: { value: '${previous}' } }
          : node,
      ),
    });
    expect(objectAt(nodeOf(only, other), 'config')['input']).toBe('${previous}');
    expect(id).toBe('sub-workflow');
  });

  it('[W2403] taken apart again it is what it was', () => {
    for (const nodes of [['draft', 'polish'], ['polish'], ['facts', 'draft', 'polish', 'send']]) {
      const { definition, id } = made(nodes);
      const back = unpackWorkflow(native, definition, id);
      if ('problem' in back) throw new Error(back.problem);
      expect(byText(listAt(back.definition, 'nodes'))).toEqual(byText(listAt(letter, 'nodes')));
      expect(byText(listAt(back.definition, 'edges'))).toEqual(byText(listAt(letter, 'edges')));
      expect([...back.ids].toSorted()).toEqual(nodes.toSorted());
    }
  });

  it('[W2403] ids that are taken meanwhile are replaced, with what refers to them', () => {
    const { definition, id } = made(['draft', 'polish']);
    const taken = {
      ...definition,
      nodes: [...listAt(definition, 'nodes'), { id: 'draft', type: 'transform' }],
    };
    const back = unpackWorkflow(native, taken, id);
    if ('problem' in back) throw new Error(back.problem);
    expect(objectAt(nodeOf(back.definition, 'polish'), 'config')).toEqual({
      prompt: '${draft-2.output} ${facts.output.of}',
    });
  });

  it('[W2402] says in names why it cannot be done', () => {
    const withIf: JsonObject = {
      ...letter,
      nodes: [
        ...listAt(letter, 'nodes'),
        { id: 'which', type: 'if', name: 'Long?', config: { condition: '${= trigger.n > 1 }' } },
        { id: 'more', type: 'transform', name: 'More', config: { value: '${draft.output}' } },
      ],
      edges: [
        ...listAt(letter, 'edges'),
        { from: 'send', to: 'which' },
        { from: 'which', out: 'true', to: 'more' },
      ],
    };
    const why = (nodes: readonly string[], definition: JsonObject) => {
      const done = extract(nodes, definition);
      return 'problem' in done ? done.problem : '';
    };
    expect(why(['start', 'facts'], letter)).toMatch(/^"Start" begins or ends the run/);
    expect(why(['facts', 'send'], letter)).toMatch(/but 2 do: to "Facts" and "Send"/);
    expect(why(['send', 'which'], withIf)).toMatch(
      /^Only one node may lead out|^"Long\?" has several/,
    );
    expect(why(['which'], withIf)).toMatch(/^"Long\?" has several outcomes/);
    expect(why(['which', 'more'], withIf)).toMatch(
      /^An expression of the selection reads the run input/,
    );
    expect(why(['draft', 'polish'], withIf)).toMatch(/^"Draft" is read outside of the selection/);
    expect(unpackWorkflow(native, letter, 'send')).toHaveProperty('problem');
  });
});
