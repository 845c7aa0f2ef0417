// Where problems are
// The diagnostics are those of the dialect, the same as the server's. Each points into the definition; this finds the card,
// edge or field, so that users see the problem in place and can jump to it.
import { inNames, nodeNames } from '@skein/dialects';
import type { Diagnostic, Json, JsonObject } from '@skein/kernel';
import { isObject } from '@skein/kernel';
import type { DocumentForm } from '../forms/document-form.ts';
import { listAt } from '../own-keys.ts';
import { readSketch } from '../read-sketch.ts';
import { findForm } from '../forms/find-form.ts';
import { workflowInside } from '../sub/inside.ts';

export interface PlacedProblem {
  readonly diagnostic: Diagnostic;
  readonly node: string | null;
  /** The key of an edge. */
  readonly edge: string | null;
  /** The field of the node's form. */
  readonly field: string | null;
  /** What people call that place; empty if it is the whole workflow. */
  readonly place: string;
  /** Where it is in the workflow that stands inside the node. */
  readonly inside?: PlacedProblem;
}

export function placeProblems(
  form: DocumentForm,
  definition: Json,
  diagnostics: readonly Diagnostic[],
): readonly PlacedProblem[] {
  if (!isObject(definition) || diagnostics.length === 0)
    return diagnostics.map((diagnostic) => ({ ...nowhere, diagnostic }));
  const { nodes, edges } = readSketch(form, definition);
  const nodeAt = new Map(nodes.map(({ pointer, id }) => [pointer, id]));
  const edgeAt = new Map(edges.map(({ pointer, key }) => [pointer, key]));
  const ids = new Set(nodes.map(({ id }) => id));
  const names = nodeNames(nodes);
  const ends = new Map(edges.map(({ key, from, to }) => [key, [from, to]]));
  /** A dangling edge is not drawn: its problem is shown at the end that exists. */
  const endOf = (list: string, index: number) => {
    const line = list === form.edgesKey(definition) ? listAt(definition, list)[index] : undefined;
    const read = isObject(line) ? form.readEdge(line, definition) : null;
    return [read?.from, read?.to].find((id) => id !== undefined && ids.has(id)) ?? null;
  };
  return diagnostics.map((diagnostic) => {
    const [, list = '', index = '', ...rest] = diagnostic.pointer.split('/');
    const start = `/${list}/${index}`;
    const own = nodeAt.get(start) ?? null;
    const within = own === null ? null : placeInside(definition, own, { diagnostic, rest });
    if (within !== null)
      return { ...within, place: `${names.get(within.node) ?? ''} › ${within.inside.place}` };
    const edge = edgeAt.get(start) ?? null;
    const field = own === null ? null : (form.fieldOf?.(rest.map(unescape)) ?? null);
    const node = own ?? (edge === null ? endOf(list, Number(index)) : null);
    const about = node === null ? (ends.get(edge ?? '') ?? []) : [node];
    return {
      diagnostic: inNodeNames(diagnostic, names),
      node,
      edge,
      field,
      place: about.map((id) => names.get(id) ?? id).join(' → '),
    };
  });
}

/** In the workflow that stands inside a node, in the words of that; null if it is about the node itself. */
function placeInside(
  definition: JsonObject,
  node: string,
  { diagnostic, rest }: { readonly diagnostic: Diagnostic; readonly rest: readonly string[] },
): (PlacedProblem & { readonly node: string; readonly inside: PlacedProblem }) | null {
  const [config, workflow, ...way] = rest;
  if (config !== 'config' || workflow !== 'workflow' || way.length === 0) return null;
  const inner = workflowInside(definition, node);
  const form = inner === null ? undefined : findForm('native');
  if (inner === null || form === undefined) return null;
  const own = { ...diagnostic, pointer: `/${way.join('/')}` };
  const [inside] = placeProblems(form, inner, [own]);
  if (inside === undefined) return null;
  const { message, hint } = inside.diagnostic;
  return {
    diagnostic: { ...diagnostic, message, hint },
    node,
    edge: null,
    field: 'workflow',
    place: '',
    inside,
  };
}

/** The place of a problem of the whole workflow. */
export const nowhere = { node: null, edge: null, field: null, place: '' } as const;

function inNodeNames(diagnostic: Diagnostic, names: ReadonlyMap<string, string>): Diagnostic {
  const { message, hint } = diagnostic;
  return { ...diagnostic, message: inNames(message, names), hint: inNames(hint, names) };
}

function unescape(part: string): string {
  return part.replaceAll('~1', '/').replaceAll('~0', '~');
}
