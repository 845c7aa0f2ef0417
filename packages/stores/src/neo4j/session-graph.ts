// Session graphs
// Definitions of the dialect session-graph as its original design draws them: STEP nodes, NEXT relationships between
// them, and a WORKFLOW that has the steps. Saved definitions are written in this form; hand-drawn graphs are read.
import { isObject, ownValue, type Json, type JsonObject } from '@skein/kernel';
import type { DefinitionRecord } from '@skein/ports';
import { fromKey, toKey } from '../values/key-text.ts';
import type { Ask, GraphRow } from './neo4j-connection.ts';

/** No drawn workflow has more steps than this. */
const stepsMax = 100_000;

const stepKeys = ['function', 'utility', 'input', 'description', 'tags'];
const pathKeys = ['conditions', 'condition', 'operator', 'priority', 'description'];

/** Steps that are still named stay as they are; the others are deleted, and so are all paths, which have no ids. */
export async function writeSteps(ask: Ask, record: DefinitionRecord): Promise<void> {
  const { definition } = record;
  if (!isObject(definition)) return;
  const steps = objectsIn(ownValue(definition, 'steps')).flatMap((step) => {
    const id = ownValue(step, 'id');
    return typeof id === 'string' ? [{ id: toKey(id), set: properties(step, stepKeys) }] : [];
  });
  const paths = objectsIn(ownValue(definition, 'paths')).flatMap((path) => {
    const [from, to] = [ownValue(path, 'from'), ownValue(path, 'to')];
    if (typeof from !== 'string' || typeof to !== 'string') return [];
    return [{ from: toKey(from), to: toKey(to), set: properties(path, pathKeys) }];
  });
  const workflow = { id: toKey(record.id), user: toKey(record.user ?? '') };
  const name = ownValue(definition, 'name');
  await ask('merge (w:WORKFLOW {id: $id, user_id: $user}) set w.name = $name', {
    ...workflow,
    name: typeof name === 'string' ? toKey(name) : workflow.id,
  });
  const has = 'match (w:WORKFLOW {id: $id, user_id: $user})-[:HAS]->';
  await ask(`${has}(s:STEP) where not s.id in $ids detach delete s`, {
    ...workflow,
    ids: steps.map(({ id }) => id),
  });
  await ask(`${has}(:STEP)-[n:NEXT]->() delete n`, workflow);
  await ask(
    `match (w:WORKFLOW {id: $id, user_id: $user}) unwind $steps as step
     merge (w)-[:HAS]->(s:STEP {id: step.id}) set s = step.set, s.id = step.id`,
    { ...workflow, steps },
  );
  await ask(
    `match (w:WORKFLOW {id: $id, user_id: $user}) unwind $paths as path
     match (w)-[:HAS]->(a:STEP {id: path.from}) match (w)-[:HAS]->(b:STEP {id: path.to})
     create (a)-[n:NEXT]->(b) set n = path.set`,
    { ...workflow, paths },
  );
}

export async function deleteSteps(
  ask: Ask,
  workflow: { readonly id: string; readonly user: string },
): Promise<void> {
  await ask(
    'match (:WORKFLOW {id: $id, user_id: $user})-[:HAS]->(s:STEP) detach delete s',
    workflow,
  );
  await ask('match (w:WORKFLOW {id: $id, user_id: $user}) detach delete w', workflow);
}

/** A drawn graph: the steps of a workflow, or everything reachable from one step. */
export async function readSessionGraph(
  read: Ask,
  { workflow, start }: { readonly workflow?: string; readonly start?: string },
): Promise<Json | undefined> {
  const found = workflow === undefined ? undefined : await stepsOf(read, workflow);
  if (workflow !== undefined && found === undefined) return undefined;
  const steps = found ?? (await reachable(read, start ?? 'root'));
  if (steps.size === 0) return undefined;
  const paths = await pathsBetween(read, [...steps.keys()]);
  return {
    ...(workflow === undefined ? {} : { name: workflow }),
    steps: [...steps.values()],
    paths,
  };
}

/** Finds the node by the database's own id; undefined when there is no such workflow. */
async function stepsOf(
  read: Ask,
  workflow: string,
): Promise<ReadonlyMap<string, JsonObject> | undefined> {
  const rows = await read(
    `match (w:WORKFLOW) where w.name = $name or w.id = $name with w limit 1
     optional match (w)-[:HAS]->(s:STEP)
     return elementId(s) as element, properties(s) as step`,
    { name: toKey(workflow) },
  );
  return rows.length === 0 ? undefined : toSteps(rows);
}

/** Step by step, because a query for all paths at once does not finish where there are loops. */
async function reachable(read: Ask, start: string): Promise<ReadonlyMap<string, JsonObject>> {
  const columns = 'elementId(s) as element, properties(s) as step';
  const rows = [
    ...(await read(`match (s:STEP {id: $start}) return ${columns} limit 1`, {
      start: toKey(start),
    })),
  ];
  const seen = new Set(rows.map((row) => row['element']));
  let edge = [...seen];
  while (edge.length > 0 && seen.size < stepsMax) {
    const next = await read(
      `match (a:STEP)-[:NEXT]->(s:STEP) where elementId(a) in $edge return distinct ${columns}`,
      { edge },
    );
    const fresh = next.filter((row) => !seen.has(row['element']));
    rows.push(...fresh);
    edge = fresh.map((row) => row['element']);
    for (const element of edge) seen.add(element);
  }
  return toSteps(rows);
}

async function pathsBetween(
  read: Ask,
  elements: readonly string[],
): Promise<readonly JsonObject[]> {
  const rows = await read(
    `match (a:STEP)-[n:NEXT]->(b:STEP) where elementId(a) in $elements
     return a.id as from, b.id as to, properties(n) as path
     order by from, coalesce(n.priority, 1e9), to`,
    { elements },
  );
  return rows.map((row) => ({
    from: fromKey(String(row['from'])),
    to: fromKey(String(row['to'])),
    ...toJson(row['path'] as GraphRow),
  }));
}

function toSteps(rows: readonly GraphRow[]): ReadonlyMap<string, JsonObject> {
  // The database has no order of nodes, so they are sorted by their ids: the same graph always gives the same definition.
  const idOf = (row: GraphRow) => String((row['step'] as GraphRow)['id']);
  const real = rows
    .filter((row) => row['element'] !== null)
    .toSorted((left, right) => (idOf(left) < idOf(right) ? -1 : 1));
  return new Map(
    real.map((row) => {
      const { id, ...rest } = row['step'] as GraphRow;
      return [row['element'] as string, { id: fromKey(String(id)), ...toJson(rest) }];
    }),
  );
}

/** Properties as JSON; types that JSON lacks, such as dates, become text. */
function toJson(properties_: GraphRow): JsonObject {
  const value = (given: unknown): Json => {
    if (given === null || ['string', 'number', 'boolean'].includes(typeof given))
      return given as Json;
    // The driver's dates and points all convert to text.
    return Array.isArray(given) ? given.map(value) : (given as Date).toString();
  };
  return Object.fromEntries(Object.entries(properties_).map(([key, given]) => [key, value(given)]));
}

/** Values as properties: Neo4j has no objects, so they become JSON text, which the dialect also reads. */
function properties(
  object: JsonObject,
  keys: readonly string[],
): Readonly<Record<string, unknown>> {
  const entries = keys.flatMap((key) => {
    const value = ownValue(object, key);
    if (value === undefined || value === null) return [];
    const isPlain = typeof value !== 'object' || (Array.isArray(value) && value.every(isText));
    return [[key, isPlain ? wellFormed(value) : JSON.stringify(value)]];
  });
  return Object.fromEntries(entries);
}

function isText(value: Json): boolean {
  return typeof value === 'string';
}

function wellFormed(value: Json): Json {
  if (typeof value === 'string') return value.toWellFormed();
  return Array.isArray(value) ? value.map(wellFormed) : value;
}

function objectsIn(list: Json | undefined): readonly JsonObject[] {
  return Array.isArray(list) ? list.filter((item) => isObject(item)) : [];
}
