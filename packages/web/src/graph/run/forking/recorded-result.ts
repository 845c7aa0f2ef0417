// What a step has recorded, and what another run has in its place.
import {
  equalJson,
  isObject,
  ownValue,
  type ActivationName,
  type Graph,
  type GraphNode,
  type Json,
  type JsonObject,
  type NodeResult,
  type RunEvent,
} from '@skein/kernel';
import { toFormSchema } from '../../forms/config-schema.ts';
import { textAt } from '../../own-keys.ts';
import type { Replay } from '../rebuild-run.ts';

export interface RecordedResult extends Pick<NodeResult, 'value' | 'ports'> {
  /** Somebody has changed it already. */
  readonly changed?: true;
}

type ChildFinished = Extract<RunEvent, { type: 'child.finished' }>;

export interface ResultChange {
  readonly value: Json;
  readonly ports?: JsonObject;
}

/**
 * Null where nothing was recorded that could be changed: the activation has not completed, or its result is computed anew in
 * every run, is the answer of a person, or those of several child runs.
 */
export function recordedResult(
  { moments, graph }: Pick<Replay, 'moments' | 'graph'>,
  { node, activation }: ActivationName,
): RecordedResult | null {
  const own = graph.nodeById.get(node);
  const isChild = own?.kind.mode === 'subworkflow' && own.each === null;
  for (let place = moments.length - 1; place >= 0; place--) {
    const event = moments[place]?.event;
    if (event?.type !== 'node.completed' && event?.type !== 'child.finished') continue;
    if (event.node !== node || event.activation !== activation) continue;
    if (event.type === 'node.completed') return event;
    return isChild && event.status === 'completed' ? resultOfChild(event) : null;
  }
  return null;
}

function resultOfChild({ output, changed }: ChildFinished): RecordedResult {
  const mark = changed === true ? { changed } : {};
  return output === undefined ? mark : { value: output, ...mark };
}

/** The ports that it can end through, if it ended through one of several; else none. */
export function portChoices(recorded: RecordedResult, node: GraphNode): readonly string[] {
  const fired = firedPort(recorded);
  if (fired === null || fired === '*') return [];
  // The error port is for failures, which have no result.
  const known = [...node.outgoing.keys()].filter((port) => port !== 'error');
  const all = new Set([...known, fired]);
  return all.size > 1 ? [...all] : [];
}

/** Null: it ended through several. */
export function firedPort({ ports }: RecordedResult): string | null {
  if (ports === undefined) return 'output';
  const fired = Object.keys(ports);
  return fired.length === 1 ? (fired[0] ?? null) : null;
}

/** The result with another value, and through another port if one is named. Ports that had the value have the new one. */
export function changedResult(
  recorded: RecordedResult,
  { value, port }: { readonly value: Json; readonly port: string | null },
): ResultChange {
  const { ports = { output: recorded.value } } = recorded;
  const fired = firedPort(recorded);
  const now = (was: Json = null) => (equalJson(was, recorded.value ?? null) ? value : was);
  if (fired !== null) {
    const chosen = port ?? fired;
    return chosen === 'output' && recorded.ports === undefined
      ? { value }
      : { value, ports: { [chosen]: now(ports[fired]) } };
  }
  const every = Object.entries(ports).map(([each, was = null]) => [each, was] as const);
  // Of several, the value is a record of what each port has.
  const isWhole = equalJson(recorded.value ?? null, Object.fromEntries(every));
  if (isWhole && isObject(value)) return { value, ports: value };
  return { value, ports: Object.fromEntries(every.map(([each, was]) => [each, now(was)])) };
}

/** The form of what the step gives, where its settings have a schema for it; else null. */
export function resultForm(
  { workflow }: Graph,
  id: string,
  { value }: RecordedResult,
): JsonObject | null {
  const { type = '', config = {}, each } = workflow.nodes.find((node) => node.id === id) ?? {};
  const schema = ownValue(config, 'schema');
  const fits = shaped.has(type) && each === undefined && textAt(config, 'turns') !== 'one';
  if (!fits || !isObject(value) || !isObject(schema)) return null;
  const properties = ownValue(schema, 'properties');
  return isObject(properties) && Object.keys(properties).length > 0 ? toFormSchema(schema) : null;
}

const shaped: ReadonlySet<string> = new Set(['llm', 'agent', 'code']);
