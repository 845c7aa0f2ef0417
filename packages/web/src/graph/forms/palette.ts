import type { PaletteEntry as DescribedEntry } from '@skein/dialects';
import type { JsonObject } from '@skein/kernel';
import type { PaletteEntry } from './document-form.ts';

/** The palette of a dialect, from what the dialect says about its node types. */
export function paletteOf(
  entries: Readonly<Record<string, DescribedEntry>>,
): readonly PaletteEntry[] {
  return Object.entries(entries).map(([type, { name, summary, palette, initialConfig = {} }]) => ({
    type,
    name,
    description: summary,
    initialConfig,
    ...palette,
  }));
}

/** The settings of a new node of that type. */
export function initialConfigOf(palette: readonly PaletteEntry[], type: string): JsonObject {
  return palette.find((entry) => entry.type === type)?.initialConfig ?? {};
}
