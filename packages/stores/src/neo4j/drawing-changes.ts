// Edits of a drawing
// A stored definition says more than its drawing: the order of steps, keys that a graph has no place for, objects where Neo4j has
// only texts. So a drawing replaces only what somebody has changed in it, and one that says the same changes nothing.
import { equalJson, isObject, ownValue, type Json, type JsonObject } from '@skein/kernel';
import type { DefinitionRecord } from '@skein/ports';

/** The steps and paths of a definition, as they are drawn or would be. */
export interface Drawing {
  readonly name: string | null;
  readonly steps: readonly DrawnStep[];
  readonly paths: readonly DrawnPath[];
}

export interface DrawnStep {
  readonly id: string;
  readonly set: JsonObject;
}

export interface DrawnPath {
  readonly from: string;
  readonly to: string;
  readonly set: JsonObject;
}

/** What is drawn for a definition. Only what can be a property: other keys stay in the definition. */
export function drawingOf(definition: Json): Omit<Drawing, 'name'> {
  const document = isObject(definition) ? definition : {};
  const steps = new Map<string, DrawnStep>();
  for (const step of objectsIn(ownValue(document, 'steps'))) {
    const id = ownValue(step, 'id');
    if (typeof id === 'string') steps.set(id, { id, set: propertiesOf(step, ['id']) });
  }
  const paths = objectsIn(ownValue(document, 'paths')).flatMap((path) => {
    const [from, to] = [ownValue(path, 'from'), ownValue(path, 'to')];
    if (typeof from !== 'string' || typeof to !== 'string') return [];
    if (!steps.has(from) || !steps.has(to)) return [];
    return [{ from, to, set: propertiesOf(path, ['from', 'to']) }];
  });
  return { steps: [...steps.values()], paths };
}

/** The stored definition with what was changed in its drawing; undefined when nothing was. */
export function applyDrawing(
  { id, name, definition }: Pick<DefinitionRecord, 'id' | 'name' | 'definition'>,
  drawn: Drawing,
): JsonObject | undefined {
  if (!isObject(definition)) return undefined;
  const before = drawingOf(definition);
  const called = name ?? ownValue(definition, 'name') ?? id;
  const isRenamed = drawn.name !== null && drawn.name !== called;
  if (!isRenamed && sameSteps(before.steps, drawn.steps) && samePaths(before.paths, drawn.paths)) {
    return undefined;
  }
  const merged = {
    ...definition,
    steps: mergeSteps(objectsIn(ownValue(definition, 'steps')), drawn.steps),
    paths: mergePaths(objectsIn(ownValue(definition, 'paths')), drawn.paths),
  };
  return isRenamed ? { ...merged, name: drawn.name } : merged;
}

function sameSteps(before: readonly DrawnStep[], drawn: readonly DrawnStep[]): boolean {
  const byId = new Map(before.map((step) => [step.id, step]));
  return (
    before.length === drawn.length &&
    drawn.every(({ id, set }) => {
      const known = byId.get(id);
      return known !== undefined && sameProperties(known.set, set);
    })
  );
}

function samePaths(before: readonly DrawnPath[], drawn: readonly DrawnPath[]): boolean {
  const left = [...drawn];
  return before.length === drawn.length && before.every((path) => takeSame(left, path));
}

/** Removes the drawn path that says what this one says; false when there is none. */
function takeSame(drawn: DrawnPath[], { from, to, set }: DrawnPath): boolean {
  const index = drawn.findIndex(
    (path) => path.from === from && path.to === to && sameProperties(set, path.set),
  );
  if (index !== -1) drawn.splice(index, 1);
  return index !== -1;
}

/** In the order of the definition; new ones follow. */
function mergeSteps(written: readonly JsonObject[], drawn: readonly DrawnStep[]): Json {
  const byId = new Map(drawn.map((step) => [step.id, step]));
  const kept = written.flatMap((step) => {
    const id = ownValue(step, 'id');
    const found = typeof id === 'string' ? byId.get(id) : undefined;
    if (found === undefined) return [];
    byId.delete(found.id);
    return [mergeObject(step, ['id'], found.set)];
  });
  return [...kept, ...[...byId.values()].map(({ id, set }) => ({ id, ...set }))];
}

/** Paths have no ids: one that was changed is another one. */
function mergePaths(written: readonly JsonObject[], drawn: readonly DrawnPath[]): Json {
  const left = [...drawn];
  const kept = written.filter((path) => {
    const [from, to] = [ownValue(path, 'from'), ownValue(path, 'to')];
    if (typeof from !== 'string' || typeof to !== 'string') return false;
    return takeSame(left, { from, to, set: propertiesOf(path, ['from', 'to']) });
  });
  return [...kept, ...left.map(({ from, to, set }) => ({ from, to, ...set }))];
}

function mergeObject(written: JsonObject, names: readonly string[], set: JsonObject): JsonObject {
  const drawable = propertiesOf(written, names);
  const kept = Object.entries(written).flatMap(([key, value]) => {
    const before = ownValue(drawable, key);
    const now = ownValue(set, key);
    if (before === undefined || (now === undefined && !designed.has(key))) return [[key, value]];
    if (now === undefined) return [];
    return [[key, same(before, now) ? value : now]];
  });
  const added = Object.entries(set).filter(([key]) => !Object.hasOwn(drawable, key));
  // Both are entries of JSON objects.
  return Object.fromEntries([...kept, ...added]) as JsonObject;
}

/** Keys of the original design. Earlier versions drew no others, so the lack of another one says nothing. */
const designed: ReadonlySet<string> = new Set([
  'function',
  'utility',
  'input',
  'description',
  'tags',
  'conditions',
  'condition',
  'operator',
  'priority',
]);

function sameProperties(written: JsonObject, drawn: JsonObject): boolean {
  const isSame = (key: string) => {
    const [before, now] = [ownValue(written, key), ownValue(drawn, key)];
    if (before === undefined) return false;
    return now === undefined ? !designed.has(key) : same(before, now);
  };
  return [...new Set([...Object.keys(written), ...Object.keys(drawn)])].every(isSame);
}

/** Texts that are JSON of objects and lists say the same as those. */
function same(left: Json, right: Json): boolean {
  return equalJson(plain(left), plain(right));
}

function plain(value: Json): Json {
  if (typeof value === 'string') return parsed(value);
  if (Array.isArray(value)) return value.map((item: Json) => plain(item));
  if (!isObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, plain(item)]));
}

function parsed(text: string): Json {
  if (!/^\s*[[{]/.test(text)) return text;
  try {
    // JSON.parse gives JSON.
    return JSON.parse(text) as Json;
  } catch {
    return text;
  }
}

/** Values as properties: Neo4j has no objects, so they become JSON text, which the dialect also reads. */
function propertiesOf(object: JsonObject, names: readonly string[]): JsonObject {
  const entries = Object.entries(object).flatMap(([key, value]): [string, Json][] => {
    if (value === null || names.includes(key) || !/^[A-Za-z_]\w*$/.test(key)) return [];
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
