// Input validation
// The first check of anything that claims to be a definition: whether it is JSON, has finite numbers, and is shallow enough for
// later checks.
//
// J1. Nothing here recurses, so nesting of any depth gives a diagnostic and never a stack overflow.
// J2. After a check without `TOO_DEEP`, recursive walks over the value are safe; after one without `NOT_JSON`, so are hashing
//     and storing it. A value that contains itself is too deep.
import { toDiagnostic, type Finding } from '../diagnostics/finding.ts';
import type { Diagnostic } from '@skein/kernel';

/** Levels of lists and objects inside each other that a definition may have. */
export const depthMax = 200;

export function checkJson(value: unknown): readonly Diagnostic[] {
  const findings: Finding[] = [];
  const open: Container[] = [];
  enter(value, open, findings);
  while (open.length > 0) {
    const container = open[open.length - 1] as Container;
    container.position += 1;
    if (container.position >= container.size) open.pop();
    // What lies deeper is not looked at: a value that contains itself has no end.
    else if (!enter(childOf(container), open, findings)) break;
  }
  return findings.map(toDiagnostic);
}

/** A list or object that is being walked; `position` is the child looked at. */
interface Container {
  readonly value: object;
  /** Null for a list. */
  readonly keys: readonly string[] | null;
  readonly size: number;
  position: number;
}

function childOf({ value, keys, position }: Container): unknown {
  if (keys === null) return (value as readonly unknown[])[position];
  return (value as Record<string, unknown>)[keys[position] as string];
}

/** Checks one value and opens it when it holds others; false when it lies too deep. */
function enter(value: unknown, open: Container[], findings: Finding[]): boolean {
  if (value === null || typeof value === 'string' || typeof value === 'boolean') return true;
  if (typeof value === 'number') {
    if (!Number.isFinite(value)) findings.push(badNumber(open, value));
    return true;
  }
  const isList = Array.isArray(value);
  if (!isList && Object.prototype.toString.call(value) !== '[object Object]') {
    findings.push(notJson(open, value));
    return true;
  }
  if (open.length === depthMax) {
    findings.push(tooDeep(open));
    return false;
  }
  const container = value as object;
  const keys = isList ? null : Object.keys(container);
  const size = isList ? value.length : (keys?.length ?? 0);
  open.push({ value: container, keys, size, position: -1 });
  return true;
}

function pathTo(open: readonly Container[]): readonly (string | number)[] {
  return open.map(({ keys, position }) => (keys === null ? position : (keys[position] as string)));
}

function badNumber(open: readonly Container[], value: number): Finding {
  return {
    path: pathTo(open),
    code: 'BAD_NUMBER',
    severity: 'error',
    message: `This number is ${String(value)} once it is read, which JSON cannot hold.`,
    hint: 'Write a number between -1.8e308 and 1.8e308, or null where no limit is meant.',
  };
}

function notJson(open: readonly Container[], value: unknown): Finding {
  const what = typeof value === 'object' ? Object.prototype.toString.call(value) : typeof value;
  return {
    path: pathTo(open),
    code: 'NOT_JSON',
    severity: 'error',
    message: `This value is not JSON but ${what}.`,
    hint: 'Use null, true, false, numbers, texts, lists and plain objects only; leave a key out instead of giving it undefined.',
  };
}

function tooDeep(open: readonly Container[]): Finding {
  return {
    path: pathTo(open),
    code: 'TOO_DEEP',
    severity: 'error',
    message: `Lists and objects are nested more than ${depthMax} levels deep here.`,
    hint: 'Flatten the value, or move inner workflows into files of their own and name them by id.',
  };
}
