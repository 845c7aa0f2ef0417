import type { Header } from './header-fields.tsx';

/** Headers or variables as rows of a form. */
export function pairsOf(given: Readonly<Record<string, string>> | undefined): readonly Header[] {
  return Object.entries(given ?? {}).map(([name, value]) => ({ name, value }));
}

export function fromPairs(pairs: readonly Header[]): Record<string, string> {
  return Object.fromEntries(pairs.map((each) => [each.name.trim(), each.value]));
}
