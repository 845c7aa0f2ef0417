// One node of an agentflow on its way into native form.
import { isObject, ownValue, type Json, type JsonObject } from '@skein/kernel';
import { addNode, lose, type Draft } from '../draft/draft.ts';
import { isJsonList } from '../draft/is-json-list.ts';
import type { Place } from '../draft/place.ts';
import type { FlowGraph, FlowNode } from './flowise-graph.ts';

export interface FlowScope {
  readonly graph: FlowGraph;
  readonly draft: Draft;
  /** Native ids by the id of the source. */
  readonly ids: Map<string, string>;
  /** Whether it is the inside of an iteration. */
  readonly isInner: boolean;
  readonly fromStart: (path: readonly string[]) => Place;
  readonly fromState: (path: readonly string[]) => Place;
  readonly fromNode: (source: string, id: string, path: readonly string[]) => Place | null;
  readonly hasMemory: boolean;
}

export interface FlowStep {
  readonly node: FlowNode;
  readonly id: string;
  readonly scope: FlowScope;
}

export interface FlowMade {
  readonly first: string;
  /** The port of an output by its number. */
  readonly exit: (output: number) => { readonly from: string; readonly out?: string } | null;
}

export function single(id: string, last = id): FlowMade {
  return { first: id, exit: () => ({ from: last }) };
}

export function addFlow(
  step: FlowStep,
  made: {
    readonly id?: string;
    readonly type: string;
    readonly config?: JsonObject;
    readonly settings?: JsonObject;
  },
): void {
  const { node, id, scope } = step;
  const isMain = made.id === undefined || made.id === id;
  addNode(scope.draft, {
    id: made.id ?? id,
    type: made.type,
    config: made.config,
    settings: made.settings ?? {},
    name: isMain ? node.label : undefined,
    description: isMain ? describe(node) : undefined,
    origin: [node.id],
    position: isMain ? node.position : null,
  });
}

/** Texts and choices of the original that have other words here: HTML, references, names of models and operations. */
function describe({ inputs }: FlowNode): string | undefined {
  const words = new Set<string>();
  collect(inputs, words, 0);
  return words.size === 0 ? undefined : `In Flowise: ${[...words].join('\n')}`;
}

function collect(value: Json, words: Set<string>, depth: number): void {
  if (depth > 20) return;
  if (typeof value === 'string') {
    const isReplaced = value.includes('<') || value.includes('{{') || /^[^\n]{8,100}$/.test(value);
    if (isReplaced) words.add(value);
  } else if (isJsonList(value)) for (const each of value) collect(each, words, depth + 1);
  else if (isObject(value)) {
    for (const [key, each] of Object.entries(value))
      if (!/key|credential|token|secret|password/i.test(key)) collect(each, words, depth + 1);
  }
}

export function loseFlow(
  { node, id, scope }: FlowStep,
  kind: string,
  message: string,
  hint: string,
): void {
  lose(scope.draft.report, {
    node: node.id,
    kind,
    pointer: node.pointer,
    message,
    hint,
    native: id,
  });
}

/** The text of an input; numbers and booleans as text. */
export function inputText(inputs: JsonObject, key: string): string {
  const value = ownValue(inputs, key);
  if (typeof value === 'string') return value;
  return typeof value === 'number' || typeof value === 'boolean' ? String(value) : '';
}

export function inputObjects(inputs: JsonObject, key: string): readonly JsonObject[] {
  const value = ownValue(inputs, key);
  return isJsonList(value) ? value.filter((each) => isObject(each)) : [];
}
