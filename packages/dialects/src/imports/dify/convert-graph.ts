// The nodes and edges of one scope.
//
// G1. A node runs when all its edges are decided and one was taken, as in Dify: that is the join `all`.
// G2. A run ends when nothing is left to do: where there are several ends, or ways that end elsewhere, all of them lead to one.
import { listAt, objectAt, ownValue, textAt, type Json } from '@skein/kernel';
import { addEdge, addNode, lose, takeId } from '../draft/draft.ts';
import { computed, expressionOf } from '../draft/place.ts';
import { addRecall, addRemember } from '../draft/conversation-memory.ts';
import { textOf, type DifyEdge, type DifyNode } from './dify-graph.ts';
import { difyNodes } from './nodes/dify-nodes.ts';
import { objectsIn, single, type Exit, type Made } from './nodes/dify-step.ts';
import { orderNodes } from './order-nodes.ts';
import type { DifyScope } from './scope.ts';

const table = difyNodes(convertScope);
const isStart = (type: string): boolean => type === 'start' || type.startsWith('trigger-');
const isInnerStart = (type: string): boolean => type === 'iteration-start' || type === 'loop-start';

/** All nodes of a scope, tied. `first` is the node that an inner scope begins with. Gives the ends of its ways. */
function convertScope(scope: DifyScope, first: string): readonly string[] {
  const { app, container } = scope;
  const nodes = app.graph.nodes.filter(({ parent }) => parent === (container?.id ?? null));
  const made = new Map<string, Made>();
  for (const node of nodes) {
    if (node.type === '') addNote(scope, node);
    else if (!isInnerStart(node.type)) made.set(node.id, convertNode(scope, node));
  }
  for (const node of nodes)
    if (isInnerStart(node.type)) made.set(node.id, { first, exit: () => ({ from: first }) });
  tie(scope, made, first);
  const leaving = new Set(scope.draft.edges.map((edge) => textOf(ownValue(edge, 'from'))));
  return scope.draft.nodes
    .map((node) => textOf(ownValue(node, 'id')))
    .filter((id) => !leaving.has(id));
}

function convertNode(scope: DifyScope, node: DifyNode): Made {
  const id = scope.app.ids.get(node.id) ?? takeId(scope.draft, node.type);
  const step = { node, id, scope };
  const convert = Object.hasOwn(table, node.type) ? table[node.type] : undefined;
  if (convert !== undefined) return withStrategy(scope, node, convert(step));
  addNode(scope.draft, {
    id,
    type: 'transform',
    name: node.title,
    config: { value: '${previous}' },
    origin: [node.id],
    position: node.position,
  });
  lose(scope.draft.report, {
    node: node.id,
    kind: 'unknown-node',
    pointer: node.pointer,
    message: `"${node.title}" has the type "${node.type}", which this importer does not know; it passes its input on.`,
    hint: 'Replace it by the nodes that do its work.',
    native: id,
  });
  return single(id);
}

/** What follows when the node fails: another way, or default values in the place of its outputs. */
function withStrategy(scope: DifyScope, node: DifyNode, made: Made): Made {
  const { app, draft } = scope;
  const failed = app.failures.get(node.id);
  const { from } = made.exit('source');
  if (failed !== undefined) {
    addNode(draft, {
      id: failed,
      type: 'transform',
      config: { value: { error_message: '${previous.message}', error_type: '${previous.code}' } },
      origin: [node.id],
    });
    addEdge(draft, { from, out: 'error', to: failed });
    return {
      first: made.first,
      exit: (handle) => (handle === 'fail-branch' ? { from: failed } : made.exit(handle)),
    };
  }
  const whole = app.values.get(node.id);
  if (whole === undefined) return made;
  const otherwise = JSON.stringify(defaultsOf(node));
  addNode(draft, {
    id: whole,
    type: 'transform',
    config: {
      value: computed(`${expressionOf({ root: { node: from }, path: [] })} ?? ${otherwise}`),
    },
    origin: [node.id],
  });
  addEdge(draft, { from, to: whole });
  addEdge(draft, { from, out: 'error', to: whole });
  return { first: made.first, exit: () => ({ from: whole }) };
}

/** The default values in the shape of the native node's value. */
function defaultsOf({ type, data }: DifyNode): Json {
  const values: { [name: string]: Json } = {};
  for (const each of objectsIn(listAt(data, 'default_value'))) {
    values[textOf(ownValue(each, 'key'))] = defaultValue(
      ownValue(each, 'value') ?? null,
      textAt(each, 'type') ?? 'string',
    );
  }
  if (type === 'llm' || type === 'agent') return values['text'] ?? '';
  if (type === 'http-request') {
    return {
      body: values['body'] ?? '',
      status: values['status_code'] ?? 0,
      headers: values['headers'] ?? {},
    };
  }
  if (type === 'tool') return { results: [{ result: values['text'] ?? values['json'] ?? '' }] };
  return values;
}

function defaultValue(value: Json, type: string): Json {
  if (typeof value !== 'string' || type === 'string') return value;
  try {
    // JSON.parse returns JSON, by its contract.
    return JSON.parse(value) as Json;
  } catch {
    return value;
  }
}

function addNote({ draft }: DifyScope, { id, data, position }: DifyNode): void {
  const width = ownValue(data, 'width');
  const height = ownValue(data, 'height');
  draft.notes.push({
    id: `note-${id}`,
    x: position?.x ?? 0,
    y: position?.y ?? 0,
    width: typeof width === 'number' && width > 0 ? width : 240,
    height: typeof height === 'number' && height > 0 ? height : 120,
    text: noteText(textAt(data, 'text') ?? ''),
  });
}

/** Notes are documents of an editor; their words are what matters. */
function noteText(text: string): string {
  const found = [...text.matchAll(/"text":"((?:[^"\\]|\\.)*)"/g)].map(([, part = '']) =>
    part.replaceAll('\\n', '\n').replaceAll('\\"', '"'),
  );
  return found.length === 0 ? text : found.join('\n');
}

function tie(scope: DifyScope, made: ReadonlyMap<string, Made>, first: string): void {
  const { app, draft, container } = scope;
  const seen = new Set<string>();
  const entered = new Set<string>();
  const starts = startExit(scope);
  for (const edge of app.graph.edges) {
    const source = app.graph.byId.get(edge.source);
    const target = app.graph.byId.get(edge.target);
    // Every edge belongs to the scope of its source.
    if (source === undefined || source.parent !== (container?.id ?? null)) continue;
    const from = made.get(edge.source);
    const to = target === undefined ? undefined : made.get(edge.target);
    if (from === undefined || to === undefined) {
      if (source.type !== '' && target?.type !== '') loseEdge(scope, edge, source);
      continue;
    }
    entered.add(edge.target);
    const exit = isStart(source.type) && starts !== null ? starts : from.exit(edge.handle);
    const key = `${exit.from}\n${exit.out ?? ''}\n${to.first}`;
    if (!seen.has(key)) addEdge(draft, { ...exit, to: to.first });
    seen.add(key);
  }
  if (container !== null) enterInner(scope, made, { first, entered });
}

/** Older iterations name their first node; it has no edge. */
function enterInner(
  { app, container, draft }: DifyScope,
  made: ReadonlyMap<string, Made>,
  { first, entered }: { readonly first: string; readonly entered: ReadonlySet<string> },
): void {
  const named = textOf(ownValue(container?.data ?? {}, 'start_node_id'));
  for (const [id, { first: to }] of made) {
    const node = app.graph.byId.get(id);
    if (node === undefined || isInnerStart(node.type) || entered.has(id)) continue;
    if (
      id === named ||
      ownValue(node.data, 'isIterationStart') === true ||
      !hasStart(made, app.graph.byId)
    ) {
      addEdge(draft, { from: first, to });
    }
  }
}

function hasStart(made: ReadonlyMap<string, Made>, byId: ReadonlyMap<string, DifyNode>): boolean {
  return [...made.keys()].some((id) => isInnerStart(byId.get(id)?.type ?? ''));
}

/** With a conversation, everything follows what is recalled of it. */
function startExit(scope: DifyScope): Exit | null {
  const { app, draft, container } = scope;
  if (container !== null || app.conversation.size === 0) return null;
  const { first, last } = addRecall(draft, app.conversation);
  for (const node of app.graph.nodes) {
    const id = isStart(node.type) && node.parent === null ? app.ids.get(node.id) : undefined;
    if (id !== undefined) addEdge(draft, { from: id, to: first });
  }
  return { from: last };
}

function loseEdge({ draft, app }: DifyScope, edge: DifyEdge, source: DifyNode): void {
  lose(draft.report, {
    node: source.id,
    kind: 'edge',
    pointer: edge.pointer,
    message: `An edge leads from "${source.title}" to "${edge.target}", which is not there.`,
    hint: 'Draw it anew if it is needed.',
    native: app.ids.get(source.id) ?? null,
  });
}

/** The outermost scope with the end of the run. */
export function convertOuter(scope: DifyScope): void {
  const { app, draft } = scope;
  if (!app.graph.nodes.some(({ type, parent }) => isStart(type) && parent === null)) {
    const start = takeId(draft, 'start');
    addNode(draft, { id: start, type: 'start' });
  }
  const ends = convertScope(scope, '');
  const own = (type: string): readonly string[] =>
    orderNodes(app.graph).flatMap((node) =>
      node.type === type && node.parent === null ? [app.ids.get(node.id) ?? ''] : [],
    );
  const answers = own('answer');
  const results = own('end');
  const [only] = ends;
  const isAlone = ends.length === 1 && only !== undefined && app.conversation.size === 0;
  if (isAlone && answers.length + results.length === 1 && [...answers, ...results].includes(only)) {
    endAt(scope, only, answers.length === 1);
    return;
  }
  endTogether(scope, { ends, answers, results });
}

/** The one end ends the run by itself. */
function endAt({ draft }: DifyScope, id: string, isAnswer: boolean): void {
  const place = draft.nodes.findIndex((node) => ownValue(node, 'id') === id);
  const node = draft.nodes[place];
  if (node === undefined) return;
  const value = ownValue(objectAt(node, 'config'), 'value') ?? null;
  draft.nodes[place] = {
    ...node,
    type: 'end',
    config: { value: isAnswer ? { answer: value } : value },
  };
}

function endTogether(
  { app, draft }: DifyScope,
  {
    ends,
    answers,
    results,
  }: {
    readonly ends: readonly string[];
    readonly answers: readonly string[];
    readonly results: readonly string[];
  },
): void {
  const read = (id: string): string => expressionOf({ root: { node: id }, path: [] });
  let last = ends;
  const said = `[${answers.map((id) => `text(${read(id)} ?? "")`).join(', ')}].join("")`;
  const united = `merge(${results.map((id) => `${read(id)} ?? {}`).join(', ')})`;
  let value: Json = null;
  if (app.isChat) {
    const answer = takeId(draft, 'answer_text');
    addNode(draft, { id: answer, type: 'transform', config: { value: computed(said) } });
    for (const from of last) addEdge(draft, { from, to: answer, in: from });
    last = [answer];
    value = { answer: `\${${answer}.output}` };
    if (app.conversation.size > 0) {
      const remember = addRemember(draft, app.conversation, answer);
      addEdge(draft, { from: answer, to: remember });
      last = [remember];
    }
  } else if (results.length > 0) value = computed(united);
  const end = takeId(draft, 'finish');
  addNode(draft, { id: end, type: 'end', config: { value } });
  for (const from of last) addEdge(draft, { from, to: end, in: from });
}
