// Variables
// What a text of a node can refer to, in the notation of the dialect: only nodes that can have run before it, the run input,
// and what else the dialect offers. The last run provides fields and previews.
import {
  formatReference,
  isObject,
  nativeKinds,
  ownValue,
  type Json,
  type Reference,
} from '@skein/kernel';
import type { Sketch, SketchEdge } from '../sketch.ts';

export interface Variable {
  /** What is inserted. */
  readonly text: string;
  /** Shown in the pill and the list. */
  readonly label: string;
  readonly type: string;
  /** From the last run; undefined if there is none. */
  readonly preview: Json | undefined;
  /** The uuid of the pipeline step whose output it is. */
  readonly step?: string;
}

export interface LastValues {
  readonly input: Json | undefined;
  readonly outputs: { readonly [node: string]: Json };
}

const fieldsMax = 12;

export function variablesAt(
  dialect: string,
  {
    sketch,
    node,
    last,
  }: { readonly sketch: Sketch; readonly node: string; readonly last: LastValues },
): readonly Variable[] {
  const before = ancestorsOf(sketch, node);
  if (dialect === 'canvas') return canvasVariables(sketch, node, last);
  if (dialect === 'session-graph') return sessionVariables(before, last);
  if (dialect === 'native' || (dialect === 'dataflow' && isNative(sketch, node)))
    return nativeVariables(before, { sketch, node, last });
  // In agent-graph and dataflow, values travel along edges and in conversations; texts of their own nodes have no references.
  return [];
}

function isNative({ nodes }: Sketch, node: string): boolean {
  return nativeKinds.has(nodes.find(({ id }) => id === node)?.type ?? '');
}

/** Nodes with a path to this one (including itself if it is in a loop), in drawing order. */
export function ancestorsOf({ nodes, edges }: Sketch, node: string): readonly string[] {
  const into = Map.groupBy(
    edges.filter(({ kind }) => kind === 'flow'),
    ({ to }) => to,
  );
  const found = new Set<string>();
  const open = [node];
  for (let next = open.pop(); next !== undefined; next = open.pop())
    for (const { from } of into.get(next) ?? [])
      if (!found.has(from)) {
        found.add(from);
        open.push(from);
      }
  return nodes.map(({ id }) => id).filter((id) => found.has(id));
}

function nativeVariables(
  before: readonly string[],
  { sketch, node, last }: { sketch: Sketch; node: string; last: LastValues },
): readonly Variable[] {
  const reference = (source: Reference['source'], path: readonly (string | number)[] = []) =>
    formatReference({ source, select: 'newest', path, text: '' });
  const own = before.flatMap((id) =>
    withFields(id, last.outputs[id], (path) => reference({ kind: 'node', node: id }, path)),
  );
  const trigger = withFields('trigger', last.input, (path) => reference({ kind: 'trigger' }, path));
  const into = sketch.edges.filter((edge) => edge.to === node && edge.kind === 'flow');
  const ports = [...new Set(into.map((edge) => edge.in))].filter((port) => port !== '');
  const inputs = ports.map((port) => {
    const preview = onlyOutput(
      into.filter((edge) => edge.in === port),
      last,
    );
    const text = reference({ kind: 'inputs' }, [port]);
    return { text, label: `inputs.${port}`, type: typeName(preview), preview };
  });
  const came = onlyOutput(into, last);
  const previous = { text: '${previous}', label: 'previous', type: typeName(came), preview: came };
  const date = { text: '${now.date}', label: 'now.date', type: 'text', preview: undefined };
  return [previous, ...inputs, ...own, ...trigger, date];
}

/** What arrived over these edges in the last run, if it can only have come from one node. */
function onlyOutput(lines: readonly SketchEdge[], last: LastValues): Json | undefined {
  const [from, ...others] = new Set(lines.map((line) => line.from));
  return from === undefined || others.length > 0 ? undefined : ownValue(last.outputs, from);
}

function canvasVariables(sketch: Sketch, node: string, last: LastValues): readonly Variable[] {
  const isSubagent = sketch.edges.some((edge) => edge.kind === 'subagent' && edge.to === node);
  // To a subagent it is the message of its caller, which no output of a node is.
  if (isSubagent) return [previousOutput(undefined)];
  const from = sketch.edges.filter((edge) => edge.to === node && edge.kind === 'flow').at(-1)?.from;
  const preview = from === undefined ? undefined : last.outputs[from];
  return [
    previousOutput(preview),
    { text: '{{APPROVAL_NOTE}}', label: 'APPROVAL_NOTE', type: 'text', preview: undefined },
  ];
}

function previousOutput(preview: Json | undefined): Variable {
  return { text: '{{PREVIOUS_OUTPUT}}', label: 'PREVIOUS_OUTPUT', type: 'text', preview };
}

function sessionVariables(before: readonly string[], last: LastValues): readonly Variable[] {
  const write = (id: string) => (path: readonly (string | number)[]) =>
    `@{SESSION_ID}.${id}${path.map((part) => (typeof part === 'number' ? `[${part}]` : `.${part}`)).join('')}`;
  const plain = /^[A-Za-z0-9_-]+$/;
  const steps = before.flatMap((id) =>
    withFields(id, last.outputs[id], write(id), (key) => plain.test(key)),
  );
  const hidden = before.includes('input');
  return hidden
    ? steps
    : [...steps, ...withFields('input', last.input, write('input'), (key) => plain.test(key))];
}

/** A value and, if it was an object in the last run, its fields. */
function withFields(
  name: string,
  value: Json | undefined,
  write: (path: readonly (string | number)[]) => string,
  isWritable: (key: string) => boolean = () => true,
): readonly Variable[] {
  const whole = { text: write([]), label: name, type: typeName(value), preview: value };
  if (!isObject(value)) return [whole];
  const keys = Object.keys(value).filter(isWritable).slice(0, fieldsMax);
  return [
    whole,
    ...keys.map((key) => ({
      text: write([key]),
      label: `${name}.${key}`,
      type: typeName(value[key]),
      preview: value[key],
    })),
  ];
}

export function typeName(value: Json | undefined): string {
  if (value === undefined) return 'value';
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'list';
  return typeof value === 'string' ? 'text' : typeof value;
}

/** The newest output of each node in the last run, as in the native run JSON. */
export function lastValuesOf(run: RunValues | undefined): LastValues {
  const outputs: { [node: string]: Json } = Object.create(null) as { [node: string]: Json };
  for (const [node, kept] of Object.entries(run?.outputs ?? {})) {
    const newest = kept.at(-1);
    if (newest !== undefined) outputs[node] = newest.value;
  }
  return { input: run?.input ?? undefined, outputs };
}

interface RunValues {
  readonly input: Json;
  readonly outputs: { readonly [node: string]: readonly { readonly value: Json }[] };
}
