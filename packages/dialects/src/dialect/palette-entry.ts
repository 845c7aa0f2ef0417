import type { JsonObject } from '@skein/kernel';

/** How editors offer a node type, whatever dialect it belongs to. */
export interface PaletteEntry {
  /** One or two words, for palettes and cards. */
  readonly name: string;
  /** A few words below the name. */
  readonly summary: string;
  readonly palette: PalettePlace;
  /** The settings of a new node, so that adding one makes no error that nobody caused. */
  readonly initialConfig?: JsonObject;
}

export interface PalettePlace {
  readonly group: 'Start' | 'Think' | 'Flow' | 'Act' | 'People';
  /** What a node is to people; chooses the colour of its card. */
  readonly family: 'trigger' | 'agent' | 'tool' | 'logic' | 'human' | 'data';
}
