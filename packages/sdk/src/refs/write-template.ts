// Templates as a definition has them
// A reference alone is `${node.output.path}`, a text has them inside it, and what no reference can say is an expression.
import { escapeTemplate, formatReference, setOwn, type Json } from '@skein/kernel';
import type { Condition } from './condition.ts';
import type { Locate } from './locate.ts';
import { plainValue } from './plain-value.ts';
import { isRef, refData, type RefData, type ValueRef } from './ref-data.ts';
import { expressionOf } from './write-expression.ts';

export function writeTemplate(given: unknown, locate: Locate): Json {
  if (isRef(given)) return writeRef(refData(given), locate);
  if (typeof given === 'string') return escapeTemplate(given);
  if (Array.isArray(given))
    return given.map((item) => (item === undefined ? null : writeTemplate(item, locate)));
  if (typeof given !== 'object' || given === null) return plainValue(given);
  if ('toJSON' in given && typeof given.toJSON === 'function')
    return writeTemplate(given.toJSON(), locate);
  const written: { [key: string]: Json } = {};
  for (const [key, value] of Object.entries(given)) {
    if (value !== undefined) setOwn(written, key, writeTemplate(value, locate));
  }
  return written;
}

export function writeCondition(condition: Condition, locate: Locate): Json {
  if ('all' in condition) return { all: condition.all.map((each) => writeCondition(each, locate)) };
  if ('any' in condition) return { any: condition.any.map((each) => writeCondition(each, locate)) };
  if ('not' in condition) return { not: writeCondition(condition.not, locate) };
  // A value that is missing is an answer too.
  const lenient: Locate = (value) => locate(value, { mayLack: true });
  const { op } = condition;
  const left = writeTemplate(condition.left, lenient);
  if (!('right' in condition)) return { left, op };
  return { left, op, right: writeTemplate(condition.right ?? null, lenient) };
}

function writeRef(about: RefData, locate: Locate): string {
  if (about.kind === 'text') return writeText(about.parts, locate);
  return writePart(about, locate);
}

function writePart(about: RefData, locate: Locate): string {
  if (about.kind === 'value') return formatReference(referenceOf(about, locate));
  return `\${= ${expressionOf(about, locate)} }`;
}

function writeText(parts: readonly (string | RefData)[], locate: Locate): string {
  const shown = parts.filter((part) => part !== '');
  const [only] = shown;
  // Alone, a reference would keep the type of its value, and this is a text.
  if (shown.length === 1 && only !== undefined && typeof only !== 'string')
    return `\${= text(${expressionOf(only, locate)}) }`;
  return shown
    .map((part, place) => {
      if (typeof part !== 'string') return writePart(part, locate);
      return escapeTemplate(part, { beforeReference: typeof shown[place + 1] === 'object' });
    })
    .join('');
}

function referenceOf(value: ValueRef, locate: Locate): Parameters<typeof formatReference>[0] {
  const { source, path } = locate(value, { mayLack: false });
  return {
    source: typeof source === 'string' ? { kind: source } : { kind: 'node', node: source.node },
    select: 'newest',
    path,
    text: '',
  };
}
