import { pointer } from '../../definition.ts';
import { referencesOf } from '../../references/references-of.ts';
import type { Template } from '../../references/template.ts';
import type { Compilation } from './compilation.ts';

/** Notes where a template of a node reads something, for the checks of references. */
export function notePlace(
  compilation: Compilation,
  template: Template,
  { node, path }: { readonly node: number; readonly path: readonly (string | number)[] },
): void {
  const references = referencesOf(template);
  if (references.length === 0) return;
  const where = pointer('nodes', node, ...path);
  compilation.places.push({ node, isAfter: false, pointer: where, references });
}
