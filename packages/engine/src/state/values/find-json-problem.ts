// The JSON check at the border
// Everything that enters a journal is plain JSON. It is checked on entry, without a copy: the value itself is
// kept, so callers must not change it afterwards.
//
// V1. Nothing here recurses, and a value that contains itself is detected by its depth.
// V2. A flat value, which most results are, is walked without any allocation.

export interface JsonProblem {
  /** Where, as a path in code: `value.items[3].price`. */
  readonly place: string;
  /** What is wrong there, as the end of a sentence. */
  readonly complaint: string;
}

/** Levels of lists and objects inside each other. */
const depthMax = 200;
/** A small value can refer to its parts so often that a walk would never end. */
const visitsMax = 10_000_000;

export function findJsonProblem(value: unknown, name: string): JsonProblem | null {
  if (isLeaf(value)) return null;
  if (isFlat(value)) return null;
  return walk(value, name);
}

function isLeaf(value: unknown): boolean {
  if (typeof value === 'number') return Number.isFinite(value);
  return value === null || typeof value === 'string' || typeof value === 'boolean';
}

/** A list or plain object with nothing but leaves in it. */
function isFlat(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false;
  if (Array.isArray(value)) {
    for (let i = 0; i < value.length; i++) if (!isLeaf(value[i])) return false;
    return true;
  }
  if (!isPlain(value)) return false;
  // A plain object inherits nothing enumerable.
  for (const key in value) if (!isLeaf((value as Record<string, unknown>)[key])) return false;
  return true;
}

/** Also an object of another realm, whose prototype is another `Object.prototype`. */
function isPlain(value: object): boolean {
  const prototype: unknown = Object.getPrototypeOf(value);
  return (
    prototype === Object.prototype ||
    prototype === null ||
    Object.getPrototypeOf(prototype) === null
  );
}

interface Level {
  readonly container: object;
  /** Null for a list. */
  readonly keys: readonly string[] | null;
  readonly size: number;
  position: number;
}

function walk(root: unknown, name: string): JsonProblem | null {
  const levels: Level[] = [];
  let complaint = enter(root, levels);
  let visits = 0;
  while (complaint === null && levels.length > 0) {
    const level = levels[levels.length - 1] as Level;
    level.position += 1;
    visits += 1;
    if (level.position === level.size) levels.pop();
    else if (visits > visitsMax) complaint = `holds more than ${visitsMax} values`;
    else complaint = enter(childOf(level), levels);
  }
  return complaint === null ? null : { place: name + placeOf(levels), complaint };
}

/** Opens a container; returns what is wrong with the value itself. */
function enter(value: unknown, levels: Level[]): string | null {
  if (isLeaf(value)) return null;
  if (typeof value !== 'object' || value === null) return `is ${describe(value)}`;
  const isList = Array.isArray(value);
  if (!isList && !isPlain(value)) return `is ${describe(value)}`;
  if (levels.length === depthMax) {
    return `is nested deeper than ${depthMax} levels, or contains itself`;
  }
  const keys = isList ? null : Object.keys(value);
  const size = isList ? value.length : (keys?.length ?? 0);
  levels.push({ container: value, keys, size, position: -1 });
  return null;
}

function childOf({ container, keys, position }: Level): unknown {
  if (keys === null) return (container as readonly unknown[])[position];
  return (container as Record<string, unknown>)[keys[position] as string];
}

function placeOf(levels: readonly Level[]): string {
  const shownMax = 8;
  const parts = levels
    .filter(({ position, size }) => position >= 0 && position < size)
    .map(({ keys, position }) =>
      keys === null ? `[${position}]` : propertyOf(keys[position] as string),
    );
  if (parts.length <= shownMax) return parts.join('');
  return `${parts.slice(0, shownMax).join('')}…`;
}

function propertyOf(key: string): string {
  return /^[A-Za-z_$][\w$]*$/.test(key) ? `.${key}` : `[${JSON.stringify(key)}]`;
}

function describe(value: unknown): string {
  if (value === undefined) return 'undefined';
  if (typeof value === 'number') return String(value);
  if (typeof value !== 'object') return `a ${typeof value}`;
  return `an object of the class ${value?.constructor.name ?? 'unknown'}`;
}
