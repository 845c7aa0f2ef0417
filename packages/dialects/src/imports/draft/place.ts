// Places of values
// Where a value of the source is found in a run of the native workflow, and how a template, a text or an expression reads it.
import { formatReference, type Reference } from '@skein/kernel';

export interface Place {
  /** `trigger`, `state`, `previous`, or the id of a node in `{ node }`. */
  readonly root: 'trigger' | 'state' | 'previous' | 'now' | { readonly node: string };
  readonly path: readonly (string | number)[];
}

export interface ReadOptions {
  /** What stands there when there is no value. */
  readonly otherwise?: string | null;
}

/** `${…}` that reads the place. */
export function reference(place: Place, { otherwise }: ReadOptions = {}): string {
  const { root, path } = place;
  const source: Reference['source'] =
    typeof root === 'object'
      ? { kind: 'node', node: root.node }
      : root === 'now'
        ? { kind: 'now', field: 'iso' }
        : { kind: root };
  return formatReference({
    source,
    select: 'newest',
    path,
    text: '',
    ...fallback(otherwise),
  });
}

function fallback(otherwise: string | null | undefined): Pick<Reference, 'default' | 'typed'> {
  if (otherwise === undefined) return {};
  return otherwise === null ? { default: 'null', typed: { value: null } } : { default: otherwise };
}

const identifier = /^[\p{L}_$][\p{L}\p{N}_$]*$/u;

/** The same inside `${= … }`. */
export function expressionOf({ root, path }: Place): string {
  const start = typeof root === 'object' ? `${nodeName(root.node)}.output` : root;
  return start + path.map(segment).join('');
}

function nodeName(id: string): string {
  return identifier.test(id) && !/[^\x20-\x7e]/.test(id) ? id : `$(${JSON.stringify(id)})`;
}

function segment(part: string | number): string {
  if (typeof part === 'number') return `[${part}]`;
  return identifier.test(part) && !/[^\x20-\x7e]/.test(part)
    ? `.${part}`
    : `[${JSON.stringify(part)}]`;
}

/** `${= … }` around an expression: a closing brace in a text of it would end it too early nowhere, since texts are read to their quotes. */
export function computed(expression: string): string {
  return `\${= ${expression} }`;
}
