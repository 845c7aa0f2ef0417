// One node of Dify on its way into native form.
import { isObject, objectAt, ownValue, type Json, type JsonObject } from '@skein/kernel';
import { addNode, lose, type DraftNode } from '../../draft/draft.ts';
import { describeNode } from '../describe-node.ts';
import type { DifyNode } from '../dify-graph.ts';
import type { DifyScope } from '../scope.ts';

export interface DifyStep {
  readonly node: DifyNode;
  /** The id of its first native node. */
  readonly id: string;
  readonly scope: DifyScope;
}

/** A port that edges leave from. */
export interface Exit {
  readonly from: string;
  readonly out?: string;
}

/** How the edges of a converted node are tied: to its first native node, and from the port of a handle. */
export interface Made {
  readonly first: string;
  readonly exit: (handle: string) => Exit;
}

export type ConvertDify = (step: DifyStep) => Made;

export function addStep(
  step: DifyStep,
  made: Pick<DraftNode, 'type' | 'settings'> & {
    readonly config?: JsonObject;
    readonly id?: string;
  },
): void {
  const { node, id, scope } = step;
  const settings = { ...retryOf(node), ...made.settings };
  addNode(scope.draft, {
    id: made.id ?? id,
    type: made.type,
    name: node.title,
    description: describeNode(node),
    config: made.config,
    settings,
    origin: [node.id],
    position: node.position,
  });
}

/** A node with one exit. */
export function single(id: string): Made {
  return { first: id, exit: () => ({ from: id }) };
}

function retryOf({ data }: DifyNode): JsonObject {
  const retry = objectAt(data, 'retry_config');
  if (ownValue(retry, 'retry_enabled') !== true) return {};
  const count = ownValue(retry, 'max_retries');
  const wait = ownValue(retry, 'retry_interval');
  const attempts = typeof count === 'number' && count >= 0 ? Math.floor(count) + 1 : 2;
  const backoffMs = typeof wait === 'number' && wait >= 0 ? wait : 1000;
  return { retry: { attempts, backoffMs, factor: 1 } };
}

export function loseOf(
  { node, id, scope }: DifyStep,
  words: {
    readonly kind: string;
    readonly message: string;
    readonly hint: string;
    readonly key?: string;
  },
): void {
  lose(scope.draft.report, {
    node: node.id,
    kind: words.kind,
    pointer: `${node.pointer}/data${words.key === undefined ? '' : `/${words.key}`}`,
    message: words.message,
    hint: words.hint,
    native: id,
  });
}

/** The objects of a list; anything else in it is not looked at. */
export function objectsIn(list: readonly Json[]): readonly JsonObject[] {
  return list.filter((item) => isObject(item));
}
