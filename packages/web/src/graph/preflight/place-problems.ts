// Problems in their places
// The diagnostics are those of the dialect, the same that the server gives. Each points into the definition; here it is found
// which card, line or field that is, so that people see it where it is and can jump there.
import type { Diagnostic, Json } from '@skein/kernel';
import { isObject } from '@skein/kernel';
import type { DocumentForm } from '../forms/document-form.ts';
import { readSketch } from '../read-sketch.ts';

export interface PlacedProblem {
  readonly diagnostic: Diagnostic;
  readonly node: string | null;
  /** The key of a line. */
  readonly edge: string | null;
  /** The field of the node's form. */
  readonly field: string | null;
}

export function placeProblems(
  form: DocumentForm,
  definition: Json,
  diagnostics: readonly Diagnostic[],
): readonly PlacedProblem[] {
  if (!isObject(definition) || diagnostics.length === 0)
    return diagnostics.map((diagnostic) => ({ diagnostic, node: null, edge: null, field: null }));
  const { nodes, edges } = readSketch(form, definition);
  const nodeAt = new Map(nodes.map(({ pointer, id }) => [pointer, id]));
  const edgeAt = new Map(edges.map(({ pointer, key }) => [pointer, key]));
  return diagnostics.map((diagnostic) => {
    const [, list = '', index = '', ...rest] = diagnostic.pointer.split('/');
    const start = `/${list}/${index}`;
    const node = nodeAt.get(start) ?? null;
    const field = node === null ? null : (form.fieldOf?.(rest.map(unescape)) ?? null);
    return { diagnostic, node, edge: edgeAt.get(start) ?? null, field };
  });
}

function unescape(part: string): string {
  return part.replaceAll('~1', '/').replaceAll('~0', '~');
}
