// Drawn graphs
// Graphs in the form of the dialect's original design, whoever drew them: a WORKFLOW that has STEPs, or STEPs that can be reached
// from one called `root` and that no WORKFLOW has. A name that means two of them means none.
import { workflowId, type Json, type JsonObject } from '@skein/kernel';
import { EngineError, type DefinitionStore, type DrawnStore } from '@skein/ports';
import { fromKey, toKey } from '../values/key-text.ts';
import { applyDrawing, type Drawing, type DrawnStep } from './drawing-changes.ts';
import type { Ask, GraphRow } from './neo4j-connection.ts';

/** No drawn workflow has more steps than this. */
const stepsMax = 100_000;
/** Where a graph begins, and what one without a name is called. */
const rootId = 'root';

export function drawnGraphs(read: Ask, definitions: Pick<DefinitionStore, 'newest'>): DrawnStore {
  const stored = ({ id, user }: DrawnKey) =>
    definitions.newest(workflowId(fromKey(id)), user === '' ? undefined : fromKey(user));
  /** With what the stored definition says beyond the drawing. */
  const completed = async (key: DrawnKey, drawing: Drawing) => {
    const known = await stored(key);
    if (known?.dialect !== 'session-graph') return definitionOf(drawing);
    return applyDrawing(known, drawing) ?? known.definition;
  };
  return {
    async read({ workflow, start }) {
      if (workflow !== undefined) {
        const found = await findNamed(read, workflow);
        if (found === undefined) return undefined;
        const definition = await completed(found, await readWorkflow(read, found.element));
        return { id: fromKey(found.id), definition };
      }
      const found = await findUnnamed(read, start ?? rootId, { isOnlyUnowned: false });
      if (found === undefined) return undefined;
      const drawing = await readDrawing(read, { name: null, elements: found.elements });
      if (!found.isUnowned || (start ?? rootId) !== rootId) {
        return { definition: definitionOf(drawing) };
      }
      return { id: rootId, definition: await completed({ id: rootId, user: '' }, drawing) };
    },
    async unstored(user) {
      const rows = await read(unstoredNames, { user: user === undefined ? null : toKey(user) });
      return rows.map((row) => {
        const owner = fromKey(textIn(row, 'user'));
        return { id: fromKey(textIn(row, 'id')), user: owner === '' ? undefined : owner };
      });
    },
    async changed(id, user) {
      const key = { id: toKey(id), user: toKey(user ?? '') };
      const drawing = await findDrawing(read, key);
      if (drawing === undefined) return undefined;
      const known = await stored(key);
      if (known === undefined) {
        return { definition: definitionOf(drawing), revision: 0, studio: undefined };
      }
      if (known.dialect !== 'session-graph') return undefined;
      const definition = applyDrawing(known, drawing);
      if (definition === undefined) return undefined;
      const { revision, studio } = known;
      return { definition, revision, studio };
    },
  };
}

/** The name that a drawing is stored under, and its owner: a property of its own, for servers with users. */
const idOf = 'coalesce(w.id, w.name)';
const userOf = "coalesce(w.user_id, '')";

const unstoredNames = `
  call {
    match (w:WORKFLOW) where ${idOf} is not null return distinct ${idOf} as id, ${userOf} as user
    union
    match (s:STEP {id: '${rootId}'}) where not exists { (:WORKFLOW)-[:HAS]->(s) }
    return distinct '${rootId}' as id, '' as user
  }
  with id, user where ($user is null or user = $user)
    and not exists { match (h:SkeinHead {user: user, workflow: id}) where not h.isDeleted }
  return id, user order by id, user`;

/** A workflow by its stored id and owner, both as keys. */
export interface DrawnKey {
  readonly id: string;
  readonly user: string;
}

/** The element of the WORKFLOW; undefined when there is none. */
export async function findWorkflowNode(ask: Ask, key: DrawnKey): Promise<string | undefined> {
  const rows = await ask(
    `match (w:WORKFLOW) where (w.id = $id or (w.id is null and w.name = $id)) and ${userOf} = $user
     return ${workflowColumns}`,
    { ...key },
  );
  return onlyWorkflow(fromKey(key.id), rows)?.element;
}

/** The elements of the steps of the graph that has no WORKFLOW, if this is its name. */
export async function findUnnamedSteps(
  ask: Ask,
  { id, user }: DrawnKey,
): Promise<readonly string[] | undefined> {
  if (id !== rootId || user !== '') return undefined;
  return (await findUnnamed(ask, rootId, { isOnlyUnowned: true }))?.elements;
}

async function findDrawing(read: Ask, key: DrawnKey): Promise<Drawing | undefined> {
  const element = await findWorkflowNode(read, key);
  if (element !== undefined) return readWorkflow(read, element);
  const elements = await findUnnamedSteps(read, key);
  return elements === undefined ? undefined : readDrawing(read, { name: null, elements });
}

const workflowColumns = `elementId(w) as element, w.id as id, w.name as name, w.user_id as user,
  count { (w)-[:HAS]->(:STEP) } as steps`;

/** An id names one workflow before a name does. */
async function findNamed(read: Ask, given: string): Promise<FoundWorkflow | undefined> {
  const find = (where: string) =>
    read(`match (w:WORKFLOW) where ${where} return ${workflowColumns}`, { given: toKey(given) });
  const byId = await find('w.id = $given');
  return onlyWorkflow(given, byId.length > 0 ? byId : await find('w.name = $given'));
}

interface FoundWorkflow extends DrawnKey {
  readonly element: string;
}

function onlyWorkflow(name: string, rows: readonly GraphRow[]): FoundWorkflow | undefined {
  const [first, ...more] = rows;
  if (first === undefined) return undefined;
  if (more.length > 0) {
    const found = rows.map((row) => {
      const { id, name: called, user } = row;
      const names = [
        ...(typeof called === 'string' ? [`"${fromKey(called)}"`] : []),
        ...(typeof id === 'string' ? [`id ${fromKey(id)}`] : ['no id']),
        ...(typeof user === 'string' && user !== '' ? [`user ${fromKey(user)}`] : []),
        `${Number(row['steps'])} steps`,
      ];
      return `WORKFLOW ${String(row['element'])} (${names.join(', ')})`;
    });
    throw new EngineError('DRAWING_AMBIGUOUS', { name, found });
  }
  return {
    element: textIn(first, 'element'),
    id: textIn(first, typeof first['id'] === 'string' ? 'id' : 'name'),
    user: textIn(first, 'user'),
  };
}

/**
 * What can be reached from a step: from the only one of that id that no WORKFLOW has, else from the only one at all. Undefined when
 * there is none.
 */
async function findUnnamed(
  read: Ask,
  start: string,
  { isOnlyUnowned }: { readonly isOnlyUnowned: boolean },
): Promise<{ readonly elements: readonly string[]; readonly isUnowned: boolean } | undefined> {
  const rows = await read(
    `match (s:STEP {id: $start})
     return elementId(s) as element, s.function as function,
       [(w:WORKFLOW)-[:HAS]->(s) | coalesce(w.name, w.id)] as workflows`,
    { start: toKey(start) },
  );
  const unowned = rows.filter((row) => textsIn(row, 'workflows').length === 0);
  const candidates = unowned.length > 0 || isOnlyUnowned ? unowned : rows;
  const [first, ...more] = candidates;
  if (first === undefined) return undefined;
  if (more.length > 0) {
    const found = candidates.map((row) => {
      const workflows = textsIn(row, 'workflows').map((name) => `"${name}"`);
      const owner = workflows.length === 0 ? 'of no WORKFLOW' : `of ${workflows.join(', ')}`;
      const does = typeof row['function'] === 'string' ? `${row['function']}, ` : '';
      return `STEP ${String(row['element'])} (${does}${owner})`;
    });
    throw new EngineError('DRAWING_AMBIGUOUS', { name: start, found });
  }
  const elements = await reachable(read, textIn(first, 'element'));
  return { elements, isUnowned: unowned.length > 0 };
}

/** Step by step, because a query for all paths at once does not finish where there are loops. */
async function reachable(read: Ask, start: string): Promise<readonly string[]> {
  const seen = new Set([start]);
  let edge = [start];
  while (edge.length > 0 && seen.size < stepsMax) {
    const next = await read(
      `match (a:STEP)-[:NEXT]->(s:STEP) where elementId(a) in $edge
       return distinct elementId(s) as element`,
      { edge },
    );
    edge = next.map((row) => textIn(row, 'element')).filter((element) => !seen.has(element));
    for (const element of edge) seen.add(element);
  }
  return [...seen];
}

async function readWorkflow(read: Ask, element: string): Promise<Drawing> {
  const rows = await read(
    `match (w:WORKFLOW) where elementId(w) = $element
     return w.name as name, [(w)-[:HAS]->(s:STEP) | elementId(s)] as elements`,
    { element },
  );
  const [row = {}] = rows;
  const { name } = row;
  return readDrawing(read, {
    name: typeof name === 'string' ? fromKey(name) : null,
    elements: textsIn(row, 'elements'),
  });
}

/** The database has no order of nodes, so they are sorted by their ids: the same graph always gives the same definition. */
async function readDrawing(
  read: Ask,
  { name, elements }: { readonly name: string | null; readonly elements: readonly string[] },
): Promise<Drawing> {
  const steps = await read(
    'match (s:STEP) where elementId(s) in $elements return properties(s) as step',
    { elements },
  );
  const paths = await read(
    `match (a:STEP)-[n:NEXT]->(b:STEP) where elementId(a) in $elements
     return a.id as from, b.id as to, properties(n) as path
     order by from, coalesce(n.priority, 1e9), to`,
    { elements },
  );
  return {
    name,
    steps: steps.map(toStep).toSorted((left, right) => (left.id < right.id ? -1 : 1)),
    paths: paths.map((row) => ({
      from: fromKey(String(row['from'])),
      to: fromKey(String(row['to'])),
      set: toJson(row['path'] as GraphRow),
    })),
  };
}

function textIn(row: GraphRow, key: string): string {
  const value = row[key];
  return typeof value === 'string' ? value : '';
}

function textsIn(row: GraphRow, key: string): readonly string[] {
  const value = row[key];
  return Array.isArray(value) ? value.map(String) : [];
}

function toStep(row: GraphRow): DrawnStep {
  const { id, ...rest } = row['step'] as GraphRow;
  return { id: fromKey(String(id)), set: toJson(rest) };
}

function definitionOf({ name, steps, paths }: Drawing): Json {
  const graph = {
    steps: steps.map(({ id, set }) => ({ id, ...set })),
    paths: paths.map(({ from, to, set }) => ({ from, to, ...set })),
  };
  return name === null ? graph : { name, ...graph };
}

/** Properties as JSON; types that JSON lacks, such as dates, become text. */
function toJson(properties: GraphRow): JsonObject {
  const value = (given: unknown): Json => {
    if (given === null || ['string', 'number', 'boolean'].includes(typeof given))
      return given as Json;
    // The driver's dates and points all convert to text.
    return Array.isArray(given) ? given.map(value) : (given as Date).toString();
  };
  return Object.fromEntries(Object.entries(properties).map(([key, given]) => [key, value(given)]));
}
