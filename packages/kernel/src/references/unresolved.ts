import type { Expression, Reference } from './template.ts';

/** What has no value yet: a reference, or an expression, with those of its references that have none. */
export type Unresolved =
  | Reference
  | { readonly expression: Expression; readonly missing: readonly Reference[] };

/** What to name to people, as they wrote it. */
export function unresolvedNames(
  unresolved: readonly Unresolved[],
  say: (reference: Reference) => string,
): string[] {
  const names = unresolved.flatMap((each) => {
    if (!('expression' in each)) return [say(each)];
    const { expression, missing } = each;
    return missing.length > 0 ? missing.map(({ text }) => text) : [expression.text];
  });
  return [...new Set(names)];
}

/** Everything that could bring a value: an expression can change with each thing that it reads. */
export function awaitedReferences(unresolved: readonly Unresolved[]): Reference[] {
  return unresolved.flatMap((each) => {
    if ('expression' in each) return each.expression.references;
    return typeof each.default === 'object' ? [each, each.default] : [each];
  });
}
