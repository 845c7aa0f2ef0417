import { nameOfId, inNames } from '@skein/dialects';
import { isObject, type JsonObject } from '@skein/kernel';
import { describe, expect, it } from 'vitest';
import { addNode } from '../../src/graph/edit/add-node.ts';
import { findForm } from '../../src/graph/forms/find-form.ts';
import { placeProblems } from '../../src/graph/preflight/place-problems.ts';
import { readSketch } from '../../src/graph/read-sketch.ts';

const native = findForm('native')!;

describe('names of nodes', () => {
  it('[W2404] a new node is called like its kind, with a number if another is', () => {
    const empty = native.emptyDefinition('Test');
    if (!isObject(empty)) throw new Error('An empty definition is an object.');
    const once = addNode(native, empty, { type: 'llm' });
    const twice = addNode(native, once.definition, { type: 'llm' });
    const { nodes } = readSketch(native, twice.definition);
    expect(nodes.map(({ id, title }) => [id, title])).toEqual([
      ['start', 'Start'],
      ['model-call', 'Model call'],
      ['model-call-2', 'Model call 2'],
    ]);
  });

  it('[W2404] what was never named is called by the name that its id was made of, other ids are names', () => {
    expect(nameOfId('model-call', 'Model call')).toBe('Model call');
    expect(nameOfId('model-call-12', 'Model call')).toBe('Model call 12');
    expect(nameOfId('model-call-x', 'Model call')).toBeNull();
    expect(nameOfId('ask', 'Model call')).toBeNull();
    expect(nameOfId('', '')).toBeNull();
  });

  it('[W2404] sentences call nodes by their names, and nothing else that is quoted', () => {
    const names = new Map([['ask', 'Ask it']]);
    expect(inNames('No edge leads to "ask". (node "ask")', names)).toBe(
      'No edge leads to "Ask it". (node "Ask it")',
    );
    for (const other of ['the tool "ask"', 'no key "ask"', 'the id "ask"', 'under the name "ask"'])
      expect(inNames(other, names)).toBe(other);
  });

  it('[W2404] a problem says where it is', () => {
    const definition: JsonObject = {
      skein: 1,
      nodes: [
        { id: 'a', type: 'start' },
        { id: 'b', type: 'llm', name: 'Ask it' },
      ],
      edges: [{ from: 'a', to: 'b' }],
    };
    const problem = (pointer: string) => ({
      severity: 'error' as const,
      code: 'CONFIG_INVALID' as const,
      message: '"b" is wrong.',
      hint: '',
      pointer,
    });
    const placed = placeProblems(native, definition, [
      problem('/nodes/1/config/prompt'),
      problem('/edges/0/when'),
      problem('/policy'),
    ]);
    expect(placed.map(({ place, diagnostic }) => [place, diagnostic.message])).toEqual([
      ['Ask it', '"Ask it" is wrong.'],
      ['a → Ask it', '"Ask it" is wrong.'],
      ['', '"Ask it" is wrong.'],
    ]);
  });
});
