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

/**
 * The entries whose words contain all words of a search, in any order, the best match first; all of them for an empty search. An
 * exact name always wins, then the first words of a name; words of descriptions count least.
 */
export function searchPalette(
  entries: readonly PaletteEntry[],
  search: string,
): readonly PaletteEntry[] {
  const text = search.trim().toLowerCase();
  if (text === '') return entries;
  const wanted = text.split(/\s+/);
  return entries
    .filter(({ name, description, type, keywords }) => {
      const words = [name, description, type, ...keywords].join(' ').toLowerCase();
      return wanted.every((word) => words.includes(word));
    })
    .map((entry) => ({ entry, rank: rankOf(entry, text, wanted) }))
    .toSorted((one, other) => one.rank - other.rank)
    .map(({ entry }) => entry);
}

/** Lower is better. */
function rankOf(
  { name, type, keywords }: PaletteEntry,
  text: string,
  wanted: readonly string[],
): number {
  const called = name.toLowerCase();
  const others = [type.toLowerCase(), ...keywords.map((word) => word.toLowerCase())];
  if (called === text) return 0;
  // "model" is a word of the name "Model call", and only a keyword of the agent.
  if (called.startsWith(`${text} `)) return 1;
  if (others.includes(text)) return 2;
  if (called.startsWith(text)) return 3;
  if (wanted.every((word) => called.includes(word))) return 4;
  if (others.some((word) => word.startsWith(text))) return 5;
  const known = [called, ...others].join(' ');
  return wanted.every((word) => known.includes(word)) ? 6 : 7;
}
