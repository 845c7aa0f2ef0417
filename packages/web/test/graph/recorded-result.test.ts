import { compileNative } from '@skein/dialects';
import { nativeKinds, type Graph, type JsonObject } from '@skein/kernel';
import { expect, it } from 'vitest';
import { actingAfter } from '../../src/graph/run/forking/acting-after.ts';
import {
  changedResult,
  portChoices,
  recordedResult,
  resultForm,
} from '../../src/graph/run/forking/recorded-result.ts';
import type { Moment } from '../../src/graph/run/rebuild-run.ts';

function compiled(nodes: readonly JsonObject[], edges: readonly JsonObject[]): Graph {
  const { graph } = compileNative({ skein: 1, id: 'w', nodes, edges }, { kinds: nativeKinds });
  if (graph === null) throw new Error('the graph is wrong');
  return graph;
}

const graph = compiled(
  [
    {
      id: 'sort',
      type: 'llm',
      config: { prompt: 'x', schema: { type: 'object', properties: { tone: { type: 'string' } } } },
    },
    { id: 'sign', type: 'function', config: { name: 'sign' } },
    { id: 'mail', type: 'http', name: 'Send the mail', config: { url: 'https://example.com' } },
    { id: 'note', type: 'transform', config: { value: 1 } },
    { id: 'sub', type: 'subworkflow', config: { workflow: 'other' } },
    { id: 'all', type: 'map', config: { workflow: 'other', items: [1] } },
  ],
  [
    { from: 'sort', to: 'sign' },
    { from: 'note', to: 'sub' },
    { from: 'sub', to: 'all' },
    { from: 'sign', out: 'positive', to: 'mail' },
    { from: 'sign', out: 'negative', to: 'note' },
  ],
);

it('[W3971] the result of the activation that is shown is found, and nothing where none was recorded', () => {
  const row = (activation: number, value: string) =>
    ({
      event: { type: 'node.completed', node: 'a', activation, value },
      derived: [],
    }) as unknown as Moment;
  const moments = [row(1, 'first'), row(2, 'second')];
  expect(recordedResult({ moments, graph }, { node: 'a', activation: 1 })).toMatchObject({
    value: 'first',
  });
  expect(recordedResult({ moments, graph }, { node: 'a', activation: 2 })).toMatchObject({
    value: 'second',
  });
  expect(recordedResult({ moments, graph }, { node: 'a', activation: 3 })).toBeNull();
  expect(recordedResult({ moments, graph }, { node: 'b', activation: 1 })).toBeNull();
});

it('[W3971] the result of one child run is one, those of several are not', () => {
  const ended = (node: string, status: string) =>
    ({
      event: { type: 'child.finished', node, activation: 1, index: 0, status, output: 'x' },
      derived: [],
    }) as unknown as Moment;
  const of = (node: string, status: string) =>
    recordedResult({ moments: [ended(node, status)], graph }, { node, activation: 1 });
  expect(of('sub', 'completed')).toEqual({ value: 'x' });
  expect(of('sub', 'failed')).toBeNull();
  expect(of('all', 'completed')).toBeNull();
});

it('[W3971] a changed result ends through the same ports, or through the one that was chosen', () => {
  expect(changedResult({ value: 1 }, { value: 2, port: 'output' })).toEqual({ value: 2 });
  const one = { value: 1, ports: { positive: 1 } };
  expect(changedResult(one, { value: 2, port: 'positive' })).toEqual({
    value: 2,
    ports: { positive: 2 },
  });
  expect(changedResult(one, { value: -1, port: 'negative' })).toEqual({
    value: -1,
    ports: { negative: -1 },
  });
  const whole = { value: { a: 1, b: 2 }, ports: { a: 1, b: 2 } };
  expect(changedResult(whole, { value: { a: 3, b: 2 }, port: null })).toEqual({
    value: { a: 3, b: 2 },
    ports: { a: 3, b: 2 },
  });
  const parts = { value: [1], ports: { output: [1], error: [9] } };
  expect(changedResult(parts, { value: [2], port: null })).toEqual({
    value: [2],
    ports: { output: [2], error: [9] },
  });
  const sign = graph.nodeById.get('sign')!;
  expect(portChoices(one, sign)).toEqual(['positive', 'negative']);
  expect(portChoices({ value: 1 }, graph.nodeById.get('sort')!)).toEqual([]);
});

it('[W3971] what a step gives is a form where its settings say what that is', () => {
  const form = resultForm(graph, 'sort', { value: { tone: 'kind' } });
  expect(form).toMatchObject({ properties: { tone: { title: 'Tone' } } });
  expect(resultForm(graph, 'sort', { value: 'text' })).toBeNull();
  expect(resultForm(graph, 'sign', { value: { tone: 'kind' } })).toBeNull();
});

it('[W3972] steps after it that act elsewhere are named', () => {
  expect(actingAfter(graph, 'sort')).toEqual(['Send the mail']);
  expect(actingAfter(graph, 'mail')).toEqual([]);
});
