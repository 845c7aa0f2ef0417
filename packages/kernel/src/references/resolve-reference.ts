import type { Json } from '../json.ts';
import { toIsoDate, toIsoTime } from './civil-date.ts';
import type { Reference, ReferenceSource, Scope } from './template.ts';
import { rememberedAt } from '../values/remembered.ts';
import { walkPath } from './walk-path.ts';

/** The value, else the default; an input port without a value reads null. `undefined`: unresolved. */
export function resolveReference(reference: Reference, scope: Scope): Json | undefined {
  const value = findValue(reference, scope);
  return value === undefined && isPort(reference) ? null : value;
}

/** The value, else the default; `undefined` also for an input port without a value. */
export function findValue(reference: Reference, scope: Scope): Json | undefined {
  const value = readValue(reference, scope);
  if (value !== undefined) return value;
  const fallback = reference.default;
  if (fallback === undefined || typeof fallback === 'string')
    return writtenDefault(reference, scope);
  const other = readValue(fallback, scope);
  // Once: the default's own default counts only when it is written down.
  return other === undefined ? writtenDefault(fallback, scope) : other;
}

function writtenDefault({ default: text, typed }: Reference, scope: Scope): Json | undefined {
  if (typed !== undefined && scope.typesDefaults) return typed.value;
  return typeof text === 'string' ? text : undefined;
}

/** The value without any default. */
export function readValue(reference: Reference, scope: Scope): Json | undefined {
  if (reference.run !== undefined && reference.run !== scope.run) return undefined;
  if (reference.source.kind === 'state') return readState(reference.path, scope);
  const start = readSource(reference.source, reference.select, scope);
  if (start === undefined || reference.path.length === 0) return start;
  return walkPath(start, reference.path);
}

function readState([name, ...rest]: Reference['path'], scope: Scope): Json | undefined {
  if (name === undefined) return scope.state(null, false);
  const value = scope.state(String(name), rest.length > 0);
  return value === undefined || rest.length === 0 ? value : walkPath(value, rest);
}

export function isPort(reference: Reference): boolean {
  const { source, path } = reference;
  return source.kind === 'inputs' && path.length === 1 && typeof path[0] === 'string';
}

function readSource(
  source: ReferenceSource,
  select: Reference['select'],
  scope: Scope,
): Json | undefined {
  switch (source.kind) {
    case 'node':
      return select === 'status' ? scope.status(source.node) : scope.output(source.node, select);
    case 'trigger':
      return scope.trigger();
    case 'inputs':
      return scope.inputs();
    case 'previous':
      return scope.previous();
    case 'context':
      return scope.context();
    case 'state':
      return scope.state(null, false);
    case 'local': {
      const value = scope.locals?.[source.place];
      return source.remembered === undefined ? value : rememberedAt(value, source.remembered);
    }
    case 'now':
      if (source.zone !== undefined) return scope.date(source.zone);
      if (source.field === 'ms') return scope.now();
      return source.field === 'date' ? toIsoDate(scope.now()) : toIsoTime(scope.now());
  }
}
