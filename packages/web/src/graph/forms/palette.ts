import type { NodeEntry } from '@skein/dialects';
import type { JsonObject } from '@skein/kernel';
import type { PaletteEntry, ShapedEntry } from './document-form.ts';

/** The palette of a dialect, from what the dialect says about its node types. */
export function paletteOf<Type extends string>(
  entries: Readonly<Record<Type, NodeEntry>>,
): readonly ShapedEntry<Type>[] {
  return Object.entries<NodeEntry>(entries).map(([type, entry]) => ({
    // True because a literal without a spread has exactly the keys of its type.
    type: type as Type,
    name: entry.name,
    description: entry.summary,
    keywords: entry.keywords,
    config: entry.config,
    initialConfig: entry.initialConfig ?? {},
    ...entry.palette,
  }));
}

/** The settings of a new node of that type. */
export function initialConfigOf(palette: readonly PaletteEntry[], type: string): JsonObject {
  return palette.find((entry) => entry.type === type)?.initialConfig ?? {};
}

/** The entries whose words contain all words of a search, in any order; all of them for an empty search. */
export function searchPalette(
  entries: readonly PaletteEntry[],
  search: string,
): readonly PaletteEntry[] {
  const wanted = search.toLowerCase().split(/\s+/);
  return entries.filter(({ name, description, type, keywords }) => {
    const words = [name, description, type, ...keywords].join(' ').toLowerCase();
    return wanted.every((word) => words.includes(word));
  });
}
