// The edges of a node stay with the condition, case or intent that they were drawn from.
import { isObject, type JsonObject } from '@skein/kernel';
import { describe, expect, it } from 'vitest';
import { createHistory, pushStep, startOfStep, undo } from '../../src/graph/edit/history.ts';
import { setConfig } from '../../src/graph/edit/set-config.ts';
import type { ListChange } from '../../src/graph/edit/list-change.ts';
import { findForm } from '../../src/graph/forms/find-form.ts';
import { listAt, textAt } from '../../src/graph/own-keys.ts';

const canvas = findForm('canvas')!;
const native = findForm('native')!;
const dataflow = findForm('dataflow')!;

const is = (value: string) => ({ operator: 'contains', value });

function canvasOf(conditions: readonly JsonObject[], given: JsonObject = {}): JsonObject {
  return {
    nodes: [
      { id: 'start', type: 'start', data: {} },
      { id: 'ask', type: 'if', data: { conditions, ...given } },
      ...['a', 'b', 'c', 'other'].map((id) => ({ id, type: 'agent', data: {} })),
    ],
    connections: [
      { source: 'start', target: 'ask' },
      { source: 'ask', sourceHandle: 'true', target: 'a' },
      { source: 'ask', sourceHandle: 'condition-1', target: 'b', id: 'kept' },
      { source: 'ask', sourceHandle: 'condition-2', target: 'c' },
      { source: 'ask', sourceHandle: 'false', target: 'other' },
    ],
  };
}

/** Where each handle of the condition leads. */
function handlesOf(definition: JsonObject): JsonObject {
  const leaving = listAt(definition, 'connections')
    .filter(isObject)
    .filter(({ source }) => source === 'ask');
  return Object.fromEntries(
    leaving.map((edge) => [textAt(edge, 'sourceHandle'), textAt(edge, 'target')]),
  );
}

function withConditions(
  definition: JsonObject,
  conditions: readonly JsonObject[],
  change: ListChange | null = null,
): JsonObject {
  return setConfig(canvas, definition, { id: 'ask', config: { conditions }, change });
}

const path = ['conditions'];

describe('conditions of a canvas', () => {
  const three = canvasOf([is('a'), is('b'), is('c')]);

  it('[W80] a connection stays with its condition when the conditions change places', () => {
    const moved = withConditions(three, [is('b'), is('a'), is('c')], {
      kind: 'moved',
      path,
      from: 0,
      to: 1,
    });
    expect(handlesOf(moved)).toEqual({
      'condition-0': 'b',
      'condition-1': 'a',
      'condition-2': 'c',
      false: 'other',
    });
    expect(listAt(moved, 'connections')).toContainEqual({
      source: 'ask',
      sourceHandle: 'condition-0',
      target: 'b',
      id: 'kept',
    });
  });

  it('[W80] the connections of a removed condition go with it, and the others move up', () => {
    const removed = withConditions(three, [is('b'), is('c')], { kind: 'removed', path, index: 0 });
    expect(handlesOf(removed)).toEqual({ 'condition-0': 'b', 'condition-1': 'c', false: 'other' });
  });

  it('[W80] of two equal conditions, the one whose button was pressed is removed', () => {
    const equal = canvasOf([is('a'), is('a'), is('c')]);
    const removed = withConditions(equal, [is('a'), is('c')], { kind: 'removed', path, index: 0 });
    expect(handlesOf(removed)).toEqual({ 'condition-0': 'b', 'condition-1': 'c', false: 'other' });
  });

  it('[W80] typing into a condition and adding one moves nothing', () => {
    const typed = withConditions(three, [is('a'), is('bc'), is('c')]);
    expect(listAt(typed, 'connections')).toEqual(listAt(three, 'connections'));
    const added = withConditions(three, [is('a'), is('b'), is('c'), is('d')], {
      kind: 'added',
      path,
    });
    expect(listAt(added, 'connections')).toEqual(listAt(three, 'connections'));
  });

  it('[W80] conditions that were rearranged as JSON are found again', () => {
    const moved = withConditions(three, [is('c'), is('a')]);
    expect(handlesOf(moved)).toEqual({ 'condition-0': 'c', 'condition-1': 'a', false: 'other' });
  });

  it('[W80] the older single condition keeps its connection when it is written anew', () => {
    const older = canvasOf([], { condition: 'yes' });
    const renewed = withConditions(older, [is('yes')]);
    expect(handlesOf(renewed)).toMatchObject({ true: 'a' });
  });
});

describe('cases and intents', () => {
  const when = { left: '${previous}', op: 'truthy' };
  const named = (...names: readonly string[]) => ({ cases: names.map((name) => ({ name, when })) });
  const choice: JsonObject = {
    skein: 1,
    nodes: [
      { id: 'start', type: 'start' },
      { id: 'route', type: 'switch', config: named('one', 'two') },
      { id: 'a', type: 'end' },
      { id: 'b', type: 'end' },
    ],
    edges: [
      { from: 'start', to: 'route' },
      { from: 'route', out: 'one', to: 'a' },
      { from: 'route', out: 'two', to: 'b' },
      { from: 'route', out: 'default', to: 'b' },
    ],
  };
  const outs = (definition: JsonObject) =>
    listAt(definition, 'edges')
      .filter(isObject)
      .flatMap((edge) => edge['out'] ?? []);

  it('[W80] an edge follows its case when the case is renamed, and goes when it is removed', () => {
    const renamed = setConfig(native, choice, { id: 'route', config: named('first', 'two') });
    expect(outs(renamed)).toEqual(['first', 'two', 'default']);
    const removed = setConfig(native, choice, {
      id: 'route',
      config: named('two'),
      change: { kind: 'removed', path: ['cases'], index: 0 },
    });
    expect(outs(removed)).toEqual(['two', 'default']);
    const moved = setConfig(native, choice, {
      id: 'route',
      config: named('two', 'one'),
      change: { kind: 'moved', path: ['cases'], from: 0, to: 1 },
    });
    expect(listAt(moved, 'edges')).toEqual(listAt(choice, 'edges'));
  });

  it('[W80] a case whose name is being typed keeps its edge', () => {
    const cleared = setConfig(native, choice, {
      id: 'route',
      config: { cases: [{ when }, { name: 'two', when }] },
    });
    expect(outs(cleared)).toEqual(['one', 'two', 'default']);
  });

  it('[W80] typing the name of another case on the way takes nothing from it', () => {
    let history = createHistory(choice);
    for (const name of ['t', 'tw', 'two', 'twof', 'twofold']) {
      const config = named(name, 'two');
      const next = setConfig(native, startOfStep(history, 'typing'), { id: 'route', config });
      history = pushStep(history, next, 'typing');
    }
    expect(outs(history.present)).toEqual(['twofold', 'two', 'default']);
    expect(undo(history).present).toBe(choice);
  });

  it('[W80] both edges of an intent follow it', () => {
    const flow: JsonObject = {
      nodes: [
        { id: 'r', nodeType: 'intentRouter', config: { routes: { buy: 'x', sell: 'y' } } },
        { id: 'c', nodeType: 'chat', config: {} },
      ],
      edges: [
        { id: 'e1', source: 'r', sourceOutput: 'buy-data', target: 'c', targetInput: 'data' },
        { id: 'e2', source: 'r', sourceHandle: 'buy-context', target: 'c' },
        { id: 'e3', source: 'r', sourceOutput: 'sell-data', target: 'c', targetInput: 'data' },
      ],
    };
    const routes = { purchase: 'x', sell: 'y' };
    const renamed = setConfig(dataflow, flow, { id: 'r', config: { routes } });
    expect(listAt(renamed, 'edges').filter(isObject)).toMatchObject([
      { sourceOutput: 'purchase-data' },
      { sourceHandle: 'purchase-context' },
      { sourceOutput: 'sell-data' },
    ]);
    const removed = setConfig(dataflow, flow, { id: 'r', config: { routes: { sell: 'y' } } });
    expect(listAt(removed, 'edges').filter(isObject)).toMatchObject([{ id: 'e3' }]);
  });
});
