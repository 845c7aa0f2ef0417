// What is added starts valid and stays where it was put.
import { compileDefinition } from '@skein/dialects';
import { isObject, type JsonObject } from '@skein/kernel';
import { describe, expect, it } from 'vitest';
import { addNode } from '../../src/graph/edit/add-node.ts';
import { connect } from '../../src/graph/edit/connect.ts';
import { keepPlaces } from '../../src/graph/edit/keep-places.ts';
import { setConfig } from '../../src/graph/edit/set-config.ts';
import { documentForms, findForm } from '../../src/graph/forms/find-form.ts';
import { fillPositions, isCrowded } from '../../src/graph/layout/fill-positions.ts';
import { listAt, objectAt } from '../../src/graph/own-keys.ts';
import { readSketch } from '../../src/graph/read-sketch.ts';

const canvas = findForm('canvas')!;
const native = findForm('native')!;

function begun(dialect: string, type: string) {
  const form = findForm(dialect)!;
  const empty = form.emptyDefinition('Test');
  if (!isObject(empty)) throw new Error('An empty definition is an object.');
  const { definition, id } = addNode(form, empty, { type });
  const node = listAt(definition, form.nodesKey)
    .filter(isObject)
    .find((each) => each['id'] === id)!;
  return { form, definition, id, config: form.readConfig(definition, node) };
}

const lists = documentForms.flatMap((form) =>
  form.palette.flatMap(({ type }) =>
    Object.entries(objectAt(form.configSchema(type), 'properties')).flatMap(([key, schema]) =>
      isObject(schema) && isObject(objectAt(schema, 'items')['properties'])
        ? [[form.dialect, type, key] as const]
        : [],
    ),
  ),
);

describe('items of lists', () => {
  it.each(lists)('[W83] an item added in %s to %s.%s starts valid', (dialect, type, key) => {
    const { form, definition, id, config } = begun(dialect, type);
    const broken = (given: JsonObject) =>
      compileDefinition(given, { dialect: form.dialect }).diagnostics.filter(
        ({ pointer }) => pointer.includes(`/${key}`) || pointer === '',
      );
    // As the form adds it.
    const added = (given: JsonObject) => ({ ...given, [key]: [...listAt(given, key), {}] });
    const change = { kind: 'added' as const, path: [key] };
    const once = setConfig(form, definition, { id, config: added(config), change });
    const node = listAt(once, form.nodesKey)
      .filter(isObject)
      .find((each) => each['id'] === id)!;
    const again = form.readConfig(once, node);
    const twice = setConfig(form, once, { id, config: added(again), change });
    expect(broken(once)).toEqual(broken(definition));
    expect(broken(twice)).toEqual(broken(definition));
  });

  it('[W83] those are the lists of three dialects', () => {
    expect(lists.map((list) => list.join(' '))).toEqual([
      'native switch cases',
      'native partition cases',
      'native tool calls',
      'native data steps',
      'canvas if conditions',
      'dataflow injectMessages messages',
    ]);
  });
});

describe('a new subagent', () => {
  it('[W83] an agent that becomes a subagent has no prompt that is ignored', () => {
    const { definition, id } = begun('canvas', 'agent');
    const parent = setConfig(canvas, definition, { id, config: { tools: { subagents: true } } });
    const { definition: two, id: sub } = addNode(canvas, parent, { type: 'agent' });
    const linked = [
      { from: 'start', out: 'output', to: id },
      { from: id, out: 'subagent', to: sub },
    ].reduce((result, line) => connect(canvas, result, line), two);
    expect(compileDefinition(linked).diagnostics).toEqual([]);
  });
});

describe('positions', () => {
  const unplaced: JsonObject = {
    skein: 1,
    nodes: ['start', 'a', 'b'].map((id) => ({ id, type: id === 'start' ? 'start' : 'end' })),
    edges: [{ from: 'start', to: 'a' }],
  };

  it('[W83] a node stays where it was dropped, and so do those that the layout placed', () => {
    const shown = new Map([
      ['start', { x: 0, y: 0 }],
      ['a', { x: 0, y: 98 }],
      ['b', { x: 256, y: 0.4 }],
    ]);
    const placed = keepPlaces(native, unplaced, shown);
    const { definition, id } = addNode(native, placed, { type: 'end', position: { x: 700, y: 9 } });
    const positions = fillPositions(readSketch(native, definition))!;
    expect(positions.get(id)).toEqual({ x: 700, y: 9 });
    expect(positions.get('b')).toEqual({ x: 256, y: 0 });
    expect(keepPlaces(native, definition, positions)).toBe(definition);
  });

  it('[W83] one card dropped on another does not rearrange the rest', () => {
    const at = (x: number, y: number, id: string) => ({ id, type: 'agent', x, y, data: {} });
    const drawn = { nodes: [at(0, 0, 'a'), at(0, 98, 'b'), at(0, 196, 'c'), at(300, 0, 'd')] };
    const dropped = { nodes: [...drawn.nodes, at(20, 10, 'e')] };
    const small = { nodes: [at(0, 0, 'a'), at(100, 0, 'b'), at(200, 0, 'c'), at(900, 900, 'd')] };
    expect(isCrowded(readSketch(canvas, drawn))).toBe(false);
    expect(isCrowded(readSketch(canvas, dropped))).toBe(false);
    expect(isCrowded(readSketch(canvas, small))).toBe(true);
  });
});

describe('the input of a run', () => {
  const starting = (data: JsonObject) => ({ nodes: [{ id: 's', type: 'start', data }] });

  it('[W83] a canvas with an initial input takes no other', () => {
    expect(canvas.fixedInput?.(starting({ initialInput: 'Hello' }))).toBe('Hello');
    for (const data of [{}, { initialInput: '' }, { initialInput: null }])
      expect(canvas.fixedInput?.(starting(data))).toBeUndefined();
  });
});
