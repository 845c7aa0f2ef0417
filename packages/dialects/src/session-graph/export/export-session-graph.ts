// Native workflows in session-graph's words
// What cannot be expressed here is listed as a loss, with its place in the workflow.
import {
  isObject,
  ownValue,
  parseText,
  pointer,
  setOwn,
  type Diagnostic,
  type Json,
  type JsonObject,
  type Workflow,
  type WorkflowEdge,
  type WorkflowNode,
} from '@skein/kernel';
import { inertText } from '../../diagnostics/inert-text.ts';
import type { Exported } from '../../dialect/dialect.ts';
import { exportDrawing } from '../../dialect/drawing.ts';
import { quotedShort } from '../../shape/describe.ts';
import { ROOT } from '../compile/check-steps.ts';
import { exportConditions } from './export-conditions.ts';
import { exportPolicy } from './export-policy.ts';
import { formatSessionText } from '../text/format-session-text.ts';
import { keptKeys, type KeptKeys } from '../read/kept-keys.ts';
import { stepTypes } from '../shape/session-steps.ts';
import { stepNames, type StepNames } from '../read/step-names.ts';

export function exportSessionGraph(workflow: Workflow): Exported {
  const nodes = workflow.nodes.map((node, index) => ({ node, index }));
  const edges = (workflow.edges ?? []).map((edge, index) => ({ edge, index }));
  const names = stepNames(workflow.nodes.map(({ id }) => id));
  const exporting: Exporting = {
    workflow,
    names,
    kept: keptKeys(workflow),
    ways: countWays(workflow),
    ranked: new Set(
      (workflow.edges ?? []).flatMap(({ from, priority }) =>
        priority === undefined ? [] : [from],
      ),
    ),
    losses: [],
  };
  const head: { [key: string]: Json } = {};
  for (const key of ['id', 'name', 'description'] as const) {
    const value = workflow[key];
    if (value !== undefined) head[key] = value;
  }
  const policy = exportPolicy(workflow.policy ?? {});
  const root = exportStart(exporting);
  const definition: JsonObject = {
    ...head,
    ...exporting.kept.top,
    ...(Object.keys(policy).length === 0 ? {} : { policy }),
    steps: [
      ...root.steps,
      ...nodes.flatMap(({ node, index }) =>
        node.derived === true ? [] : [exportStep(exporting, node, index)],
      ),
    ],
    paths: [
      ...root.paths,
      ...edges.flatMap(({ edge, index }) =>
        edge.derived === true ? [] : [exportPath(exporting, edge, index)],
      ),
    ],
    ...exportDrawing(workflow, ['positions']),
  };
  exportRest(exporting);
  return { definition, losses: exporting.losses };
}

interface Exporting {
  readonly workflow: Workflow;
  readonly names: StepNames;
  readonly kept: KeptKeys;
  /** How many ways lead to each node: edges, and the start. */
  readonly ways: ReadonlyMap<string, number>;
  /** Nodes of which an edge has a priority. */
  readonly ranked: ReadonlySet<string>;
  readonly losses: Diagnostic[];
}

function countWays({ edges = [], entry = [] }: Workflow): ReadonlyMap<string, number> {
  const ways = new Map<string, number>();
  const targets = edges.filter(({ kind }) => kind !== 'subagent').map(({ to }) => to);
  for (const id of [...targets, ...entry]) ways.set(id, (ways.get(id) ?? 0) + 1);
  return ways;
}

function exportStep(exporting: Exporting, node: WorkflowNode, index: number): JsonObject {
  const { id, description } = node;
  const { name, input, inputPath } = callOf(exporting, node, index);
  const written = input === undefined ? undefined : exportValue(exporting, input, inputPath);
  checkNode(exporting, node, index);
  return {
    id,
    ...(name === '' ? {} : { function: name }),
    ...(written === undefined ? {} : { input: written }),
    ...(description === undefined ? {} : { description }),
    ...exporting.kept.step(id),
  };
}

type Place = readonly (string | number)[];

interface Call {
  readonly name: string;
  readonly input: JsonObject | undefined;
  readonly inputPath: Place;
}

/** Which function a node calls, and with what. A type without words keeps its name, so that a run says what is missing. */
function callOf(exporting: Exporting, { type, config = {} }: WorkflowNode, index: number): Call {
  const place = ['nodes', index, 'config'];
  const own = [...stepTypes].find(([, stepType]) => stepType === type);
  if (own !== undefined) {
    const input = readObject(exporting, config, { key: 'input', place });
    reportOthers(exporting, config, { known: ['input'], place });
    return { name: own[0], input, inputPath: [...place, 'input'] };
  }
  if (type !== 'function') {
    const words = `A step cannot be of the type ${quotedShort(type)}; it is written as a function of that name.`;
    lose(exporting, ['nodes', index, 'type'], words);
    return { name: type, input: config, inputPath: place };
  }
  const input = readObject(exporting, config, { key: 'args', place });
  if (!Object.hasOwn(config, 'args')) {
    lose(
      exporting,
      place,
      'A step calls its function with its own input, not with what came over its paths.',
    );
  }
  const isEmpty = input !== undefined && Object.keys(input).length === 0;
  return {
    name: functionName(exporting, config, place),
    input: isEmpty ? undefined : input,
    inputPath: [...place, 'args'],
  };
}

function functionName(exporting: Exporting, config: JsonObject, place: Place): string {
  const written = ownValue(config, 'name');
  const parts = typeof written === 'string' ? parseText(written).parts : [''];
  const name = parts.map((part) => (typeof part === 'string' ? part : part.text)).join('');
  if (parts.some((part) => typeof part !== 'string') || stepTypes.has(name)) {
    lose(
      exporting,
      [...place, 'name'],
      'The name of a function is a plain text without references.',
    );
  }
  return name;
}

function readObject(
  exporting: Exporting,
  config: JsonObject,
  { key, place }: { readonly key: string; readonly place: Place },
): JsonObject | undefined {
  const value = ownValue(config, key);
  if (value === undefined || isObject(value)) return value;
  lose(exporting, [...place, key], 'The input of a step is an object.');
  return undefined;
}

function exportValue(exporting: Exporting, value: Json, place: Place): Json {
  if (typeof value === 'string') return exportText(exporting, value, place);
  if (Array.isArray(value)) {
    return value.map((item: Json, index) => exportValue(exporting, item, [...place, index]));
  }
  if (!isObject(value)) return value;
  const copy: { [key: string]: Json } = {};
  for (const [key, item] of Object.entries(value)) {
    setOwn(copy, key, exportValue(exporting, item, [...place, key]));
  }
  return copy;
}

function exportText(exporting: Exporting, text: string, place: Place): string {
  const { parts } = parseText(text);
  const written = formatSessionText(parts, exporting.names);
  if (written !== null) return written;
  lose(
    exporting,
    place,
    `The text ${quotedShort(text)} cannot be expressed here, so it stays as it is.`,
  );
  return text;
}

function exportPath(exporting: Exporting, edge: WorkflowEdge, index: number): JsonObject {
  const { from, to, when = null } = edge;
  checkEdge(exporting, edge, index);
  return {
    from,
    to,
    ...exportConditions(when, exporting.names),
    ...exportPriority(exporting, edge),
    ...exporting.kept.path(edge.id ?? ''),
  };
}

/** Native takes a missing priority for 0, this dialect for the last. */
function exportPriority({ ranked }: Exporting, { from, priority }: WorkflowEdge): JsonObject {
  if (priority !== undefined) return { priority };
  return ranked.has(from) ? { priority: 0 } : {};
}

function checkNode(exporting: Exporting, node: WorkflowNode, index: number): void {
  for (const key of [
    'name',
    'n',
    'input',
    'requireOneOf',
    'retry',
    'timeoutMs',
    'effect',
    'mutex',
    'concurrency',
    'rate',
    'priority',
    'cancels',
  ] as const) {
    if (node[key] === undefined || node[key] === null) continue;
    lose(exporting, ['nodes', index, key], `A step has no ${quotedShort(key)}.`);
  }
  if (node.join === 'once' || (exporting.ways.get(node.id) ?? 0) < 2) return;
  lose(
    exporting,
    ['nodes', index],
    `${quotedShort(node.id)} joins its edges as ${quotedShort(node.join ?? 'all')}; a step runs for the first that arrives while it is idle.`,
  );
}

function checkEdge(exporting: Exporting, edge: WorkflowEdge, index: number): void {
  const lost = [
    { key: 'out', isLost: (edge.out ?? 'output') !== 'output' },
    { key: 'in', isLost: (edge.in ?? 'input') !== 'input' },
    { key: 'kind', isLost: (edge.kind ?? 'flow') !== 'flow' },
    { key: 'loop', isLost: edge.loop === true },
    { key: 'carry', isLost: (edge.carry ?? 'value') !== 'value' },
  ];
  for (const { key, isLost } of lost) {
    if (isLost) lose(exporting, ['edges', index, key], `A path has no ${quotedShort(key)}.`);
  }
}

function exportRest(exporting: Exporting): void {
  const { workflow } = exporting;
  for (const key of ['trigger', 'triggers', 'contexts'] as const) {
    const value = workflow[key];
    if (value === undefined || value === null) continue;
    lose(exporting, [key], `A session graph has no ${quotedShort(key)}.`);
  }
}

interface Start {
  readonly steps: readonly JsonObject[];
  readonly paths: readonly JsonObject[];
}

/** A run starts with `root`: if it should start elsewhere, a root that does nothing leads there. */
function exportStart(exporting: Exporting): Start {
  const { workflow, names } = exporting;
  const starts = workflow.entry ?? startsOf(workflow);
  const none = { steps: [], paths: [] };
  if (starts.length === 1 && starts[0] === ROOT) return none;
  if (!names.has(ROOT)) {
    const description = 'Leads to where the run starts.';
    return {
      steps: [{ id: ROOT, description }],
      paths: starts.map((to) => ({ from: ROOT, to })),
    };
  }
  const message = `A session graph starts with the step "${ROOT}", which is not where this workflow starts.`;
  lose(exporting, ['entry'], message, 'Name the step to start with: --start.');
  return none;
}

function startsOf({ nodes, edges = [] }: Workflow): readonly string[] {
  const starts = nodes.filter(({ type }) => type === 'start');
  const targets = new Set(edges.map(({ to }) => to));
  const first = starts.length > 0 ? starts : nodes.filter(({ id }) => !targets.has(id));
  return first.map(({ id }) => id);
}

function reportOthers(
  exporting: Exporting,
  config: JsonObject,
  { known, place }: { readonly known: readonly string[]; readonly place: Place },
): void {
  for (const key of Object.keys(config)) {
    if (!known.includes(key))
      lose(exporting, [...place, key], `A step has no ${quotedShort(key)}.`);
  }
}

function lose(
  { losses }: Exporting,
  place: Place,
  message: string,
  hint = 'Keep the native form where it matters.',
): void {
  losses.push({
    code: 'EXPORT_LOSS',
    severity: 'warning',
    pointer: pointer(...place),
    message: inertText(message),
    hint: inertText(hint),
  });
}
