// Variables
// What a text of a node can refer to, in the notation of the dialect: only nodes that can have run before it, the run input,
// and what else the dialect offers. Fields are known from schemas and settings before any run; the last run, and pinned outputs,
// add what they had, and previews.
import { inputWord, nodeNames, partWord, runInputWord, stateWord } from '@skein/dialects';
import {
  formatReference,
  isObject,
  nativeKinds,
  ownValue,
  type Json,
  type Reference,
} from '@skein/kernel';
import { isList } from '../own-keys.ts';
import type { Sketch, SketchEdge } from '../sketch.ts';
import { mergedShape, shapeOfValue, unknownShape, type KnownShape } from './known-shape.ts';
import { portsOf, type OutputShapes } from './output-shapes.ts';

export interface Variable {
  /** What is inserted. */
  readonly text: string;
  /** In full: the name of the node, and the way to the field. */
  readonly label: string;
  /** The last part of it. */
  readonly name: string;
  /** How deep it is below the whole value. */
  readonly depth: number;
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

export interface VariablePlace {
  readonly sketch: Sketch;
  readonly node: string;
  readonly last: LastValues;
  /** What is known before any run; only of native definitions. */
  readonly shapes?: OutputShapes | undefined;
  /** Whether the node works on items: `item` and `index` are there. */
  readonly hasItems?: boolean;
}

/** Of one value, at any depth: what is deeper or further is written by hand. */
const fieldsMax = 60;
const depthMax = 4;

export function variablesAt(dialect: string, place: VariablePlace): readonly Variable[] {
  const { sketch, node, last } = place;
  const before = ancestorsOf(sketch, node);
  if (dialect === 'canvas') return canvasVariables(sketch, node, last);
  if (dialect === 'session-graph') return sessionVariables(before, last);
  if (dialect === 'native' || (dialect === 'dataflow' && isNative(sketch, node)))
    return nativeVariables(before, place);
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

function nativeVariables(before: readonly string[], place: VariablePlace): readonly Variable[] {
  const { sketch, node, last, shapes, hasItems = false } = place;
  const write = (source: Reference['source']) => (path: readonly (string | number)[]) =>
    formatReference({ source, select: 'newest', path, text: '' });
  const names = nodeNames(sketch.nodes);
  const into = sketch.edges.filter((edge) => edge.to === node && edge.kind === 'flow');
  const came = onlyOutput(into, last);
  const previous = withFields({
    name: inputWord,
    write: write({ kind: 'previous' }),
    value: came,
    shape: shapes?.arriving(node),
  });
  const inputs = portsOf(sketch, node).flatMap((port) =>
    withFields({
      name: `${inputWord} "${port}"`,
      write: (path) => write({ kind: 'inputs' })([port, ...path]),
      value: onlyOutput(
        into.filter((edge) => edge.in === port),
        last,
      ),
      shape: shapes?.arriving(node, port),
    }),
  );
  // A start gives the input of the run, which has an entry of its own.
  const starts = new Set(sketch.nodes.filter(({ type }) => type === 'start').map(({ id }) => id));
  const own = before
    .filter((id) => !starts.has(id))
    .flatMap((id) =>
      withFields({
        name: names.get(id) ?? id,
        write: write({ kind: 'node', node: id }),
        value: ownValue(last.outputs, id),
        shape: shapes?.output(id),
      }),
    );
  const trigger = withFields({
    name: runInputWord,
    write: write({ kind: 'trigger' }),
    value: last.input,
    shape: shapes?.trigger,
  });
  const state =
    shapes === undefined
      ? []
      : [...shapes.state.fields].flatMap(([key, shape]) =>
          withFields({
            name: `${stateWord} › ${key}`,
            write: (path) => write({ kind: 'state' })([key, ...path]),
            value: undefined,
            shape,
          }),
        );
  const items = hasItems ? itemVariables : [];
  return [...items, ...previous, ...inputs, ...own, ...trigger, ...state, today];
}

const today: Variable = {
  text: '${now.date}',
  label: 'Today',
  name: 'Today',
  depth: 0,
  type: 'text',
  preview: undefined,
};

const itemVariables: readonly Variable[] = [
  { ...today, text: '${item}', label: 'Item', name: 'Item', type: 'value' },
  {
    ...today,
    text: '${index}',
    label: 'Number of the item',
    name: 'Number of the item',
    type: 'number',
  },
];

/** What arrived over these edges in the last run, if it can only have come from one node. */
function onlyOutput(lines: readonly SketchEdge[], last: LastValues): Json | undefined {
  const [from, ...others] = new Set(lines.map((line) => line.from));
  return from === undefined || others.length > 0 ? undefined : ownValue(last.outputs, from);
}

function canvasVariables(sketch: Sketch, node: string, last: LastValues): readonly Variable[] {
  const isSubagent = sketch.edges.some((edge) => edge.kind === 'subagent' && edge.to === node);
  // To a subagent it is the message of its caller, which no output of a node is.
  if (isSubagent) return [canvasVariable('PREVIOUS_OUTPUT', undefined)];
  const from = sketch.edges.filter((edge) => edge.to === node && edge.kind === 'flow').at(-1)?.from;
  const preview = from === undefined ? undefined : last.outputs[from];
  return [canvasVariable('PREVIOUS_OUTPUT', preview), canvasVariable('APPROVAL_NOTE', undefined)];
}

function canvasVariable(name: string, preview: Json | undefined): Variable {
  return { text: `{{${name}}}`, label: name, name, depth: 0, type: 'text', preview };
}

function sessionVariables(before: readonly string[], last: LastValues): readonly Variable[] {
  const write = (id: string) => (path: readonly (string | number)[]) =>
    `@{SESSION_ID}.${id}${path.map((part) => (typeof part === 'number' ? `[${part}]` : `.${part}`)).join('')}`;
  const plain = /^[A-Za-z0-9_-]+$/;
  const isWritable = (key: string) => plain.test(key);
  const steps = before.flatMap((id) =>
    withFields({ name: id, write: write(id), value: last.outputs[id], isWritable }),
  );
  if (before.includes('input')) return steps;
  const input = { name: 'input', write: write('input'), value: last.input, isWritable };
  return [...steps, ...withFields(input)];
}

interface FieldedValue {
  readonly name: string;
  readonly write: (path: readonly (string | number)[]) => string;
  readonly value: Json | undefined;
  readonly shape?: KnownShape | undefined;
  readonly isWritable?: (key: string) => boolean;
}

/** A value and its fields, the outer ones first. */
export function withFields(given: FieldedValue): readonly Variable[] {
  const { name, write, value, shape = unknownShape, isWritable = () => true } = given;
  const found: Variable[] = [];
  const add = (path: readonly (string | number)[], at: KnownShape, own: Json | undefined) => {
    const words = path.map(partWord);
    const [last = name] = words.slice(-1);
    found.push({
      text: write(path),
      label: [name, ...words].join(' › '),
      name: last,
      depth: path.length,
      type: at.type,
      preview: own,
    });
    if (path.length >= depthMax) return;
    for (const [key, child] of at.fields) {
      if (found.length >= fieldsMax || !isWritable(key)) continue;
      add([...path, key], child, isObject(own) ? ownValue(own, key) : undefined);
    }
    const first = isList(own) ? own[0] : undefined;
    const isKnownItem = at.item !== undefined && at.item.fields.size > 0;
    if (isKnownItem && at.item !== undefined && found.length < fieldsMax)
      add([...path, 0], at.item, first);
  };
  add([], mergedShape(shape, shapeOfValue(value)), value);
  return found;
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
