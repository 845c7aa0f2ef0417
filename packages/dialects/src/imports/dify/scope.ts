// Scopes
// Dify keeps all variables in one pool; the nodes of an iteration or loop read it as freely as others. Natively they are a
// workflow of their own, which reads only what is handed down to it. A scope is one such workflow, and reading a selector in
// it hands down whatever it needs.
import type { Json } from '@skein/kernel';
import { conversationName } from '../draft/conversation-memory.ts';
import { takeId, type Draft } from '../draft/draft.ts';
import { plainWord } from '../draft/free-id.ts';
import { expressionOf, reference, type Place } from '../draft/place.ts';
import type { DifyGraph, DifyNode } from './dify-graph.ts';
import { outputPath } from './output-path.ts';

export interface DifyApp {
  readonly graph: DifyGraph;
  readonly isChat: boolean;
  /** Whether operators allow Python: then code is kept as it is. */
  readonly python: boolean;
  /** Environment variables that are no secrets. */
  readonly constants: ReadonlyMap<string, Json>;
  readonly secrets: ReadonlySet<string>;
  /** Conversation variables with their first values. */
  readonly conversation: ReadonlyMap<string, Json>;
  /** Native ids by the id of the source; unique within a scope. */
  readonly ids: Map<string, string>;
  /** Where the outputs of a node are read instead: behind it, where a default may have taken their place. */
  readonly values: Map<string, string>;
  /** Helper nodes that hold why a node failed. */
  readonly failures: Map<string, string>;
  readonly scopes: Map<string, DifyScope>;
}

export interface DifyScope {
  readonly app: DifyApp;
  readonly draft: Draft;
  readonly container: DifyNode | null;
  readonly parent: DifyScope | null;
  /** What the workflow above hands down, by name, as it reads it. */
  readonly handed: { [name: string]: Json };
  /** Names of the state that the scope keeps: loop variables, or those of the conversation. */
  readonly kept: Set<string>;
}

export type Found = { readonly place: Place } | { readonly literal: Json };

/** Where the value of a selector is, or null when nothing is known about it. */
export function findValue(scope: DifyScope, selector: readonly string[]): Found | null {
  const [first = '', name = '', ...rest] = selector;
  if (first === 'sys') return handDown(scope, selector, () => at('trigger', [name, ...rest]));
  if (first === 'env') return findConstant(scope, selector);
  if (first === 'conversation') return findKept(scope, selector);
  const node = scope.app.graph.byId.get(first);
  if (node === undefined) return null;
  if (scope.container?.id === first) return findInContainer(scope, node, name, rest);
  if (node.parent === (scope.container?.id ?? null)) return findOutput(scope, node, name, rest);
  return scope.parent === null ? null : handedDown(scope, selector);
}

function findInContainer(
  scope: DifyScope,
  node: DifyNode,
  name: string,
  rest: readonly string[],
): Found | null {
  if (node.type === 'loop') {
    return scope.kept.has(name) ? at('state', [name, ...rest]) : null;
  }
  return name === 'item' || name === 'index' ? at('trigger', [name, ...rest]) : null;
}

function findOutput(
  { app }: DifyScope,
  node: DifyNode,
  name: string,
  rest: readonly string[],
): Found | null {
  const id = app.ids.get(node.id);
  if (id === undefined) return null;
  if (node.type === 'start' || node.type.startsWith('trigger-'))
    return at('trigger', [name, ...rest]);
  if (name === 'error_message' || name === 'error_type') {
    const failed = app.failures.get(node.id);
    if (failed !== undefined) return at({ node: failed }, [name]);
  }
  const found = outputPath(node, name, rest);
  if (found === null) return null;
  if ('literal' in found) return found;
  return at({ node: app.values.get(node.id) ?? id }, found.path);
}

function findConstant(scope: DifyScope, selector: readonly string[]): Found | null {
  const [, name = '', ...rest] = selector;
  if (!scope.app.constants.has(name)) return null;
  return handDown(scope, selector, () => {
    const kept = `env_${name}`;
    scope.draft.state[kept] = scope.app.constants.get(name) ?? null;
    return at('state', [kept, ...rest]);
  });
}

function findKept(scope: DifyScope, selector: readonly string[]): Found | null {
  const [, name = '', ...rest] = selector;
  if (!scope.app.conversation.has(name)) return null;
  return handDown(scope, selector, () => at('state', [conversationName(name), ...rest]));
}

function handDown(scope: DifyScope, selector: readonly string[], own: () => Found): Found | null {
  return scope.parent === null ? own() : handedDown(scope, selector);
}

function handedDown(scope: DifyScope, selector: readonly string[]): Found | null {
  if (scope.parent === null) return null;
  const above = findValue(scope.parent, selector.slice(0, 2));
  if (above === null || 'literal' in above) return above;
  const [first = '', name = ''] = selector;
  const owner = scope.app.ids.get(first) ?? first;
  const key = plainWord(`${owner}_${name}`);
  scope.handed[key] = reference(above.place, { otherwise: null });
  const path = [key, ...selector.slice(2)];
  return at('trigger', scope.container?.type === 'loop' ? path : ['with', ...path]);
}

function at(root: Place['root'], path: readonly (string | number)[]): Found {
  return { place: { root, path } };
}

/** `${…}` for a selector in a place that takes any value; null where nothing is known about it. */
export function valueTemplate(scope: DifyScope, selector: readonly string[]): Json | undefined {
  const found = findValue(scope, selector);
  if (found === null) return undefined;
  return 'literal' in found ? found.literal : reference(found.place, { otherwise: null });
}

/** The same inside an expression. */
export function valueExpression(scope: DifyScope, selector: readonly string[]): string | null {
  const found = findValue(scope, selector);
  if (found === null) return null;
  return 'literal' in found ? JSON.stringify(found.literal) : expressionOf(found.place);
}

/** A helper node's id, such as `fetch_failed`. */
export function helperId({ draft }: DifyScope, id: string, suffix: string): string {
  return takeId(draft, `${id}_${suffix}`);
}
