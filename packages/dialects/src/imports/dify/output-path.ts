// Outputs of Dify's nodes
// Every Dify node has named outputs. Natively some types have the value itself: an `llm` node is its text.
import { isObject, objectAt, ownValue, type Json } from '@skein/kernel';
import type { DifyNode } from './dify-graph.ts';

type Path = readonly (string | number)[];
type Outputs = { readonly path: Path } | { readonly literal: Json } | null;
type ReadOutput = (name: string, rest: readonly string[], node: DifyNode) => Outputs;

const own: ReadOutput = (name, rest) => ({ path: [name, ...rest] });
/** One output that is the whole value. */
const whole =
  (output: string): ReadOutput =>
  (name, rest) =>
    name === output ? { path: rest } : null;

/** What a called tool returned. */
const result: Path = ['results', 0, 'result'];
const ofTool: ReadOutput = (name, rest) => {
  if (name === 'text' || name === 'result' || name === 'json')
    return { path: [...result, ...rest] };
  return { path: [...result, name, ...rest] };
};

const readers: Readonly<Record<string, ReadOutput>> = {
  llm: (name, rest) => {
    if (name === 'text') return { path: [] };
    return name === 'structured_output' ? { path: rest } : null;
  },
  agent: (name) => (name === 'text' ? { path: [] } : null),
  code: own,
  'template-transform': whole('output'),
  'http-request': (name, rest) => {
    const key = { body: 'body', status_code: 'status', headers: 'headers' }[name];
    return key === undefined ? null : { path: [key, ...rest] };
  },
  tool: ofTool,
  'knowledge-retrieval': ofTool,
  'document-extractor': ofTool,
  datasource: ofTool,
  'question-classifier': (name) => {
    const key = { class_name: 'category_name', class_id: 'category_id' }[name];
    return key === undefined ? null : { path: [key] };
  },
  'parameter-extractor': (name, rest) => {
    // The native node fails where Dify's says that it did not succeed.
    if (name === '__is_success') return { literal: 1 };
    return name === '__reason' ? { literal: '' } : { path: [name, ...rest] };
  },
  iteration: whole('output'),
  loop: own,
  'variable-aggregator': readAggregator,
  'variable-assigner': readAggregator,
  'list-operator': own,
  'human-input': own,
  end: own,
  answer: (name) => (name === 'answer' ? { path: [] } : null),
};

function readAggregator(name: string, rest: readonly string[], node: DifyNode): Outputs {
  const settings = objectAt(node.data, 'advanced_settings');
  if (ownValue(settings, 'group_enabled') !== true) {
    return name === 'output' ? { path: rest } : null;
  }
  const [second, ...deeper] = rest;
  return { path: [name, ...(second === 'output' ? deeper : rest)] };
}

/** Where an output is in the native value of the node; null for one that has no counterpart. */
export function outputPath(node: DifyNode, name: string, rest: readonly string[]): Outputs {
  const read = Object.hasOwn(readers, node.type) ? readers[node.type] : undefined;
  return read === undefined ? null : read(name, rest, node);
}

/** Whether the output is surely a list or an object, which Dify and templates write differently into texts. */
export function isStructured(node: DifyNode, name: string): boolean {
  if (node.type === 'iteration') return name === 'output';
  if (node.type !== 'code') return false;
  const output = ownValue(objectAt(node.data, 'outputs'), name);
  const type = isObject(output) ? ownValue(output, 'type') : '';
  return typeof type === 'string' && (type.startsWith('array') || type === 'object');
}
