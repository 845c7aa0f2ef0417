import type { JsonObject } from '@skein/kernel';
import type { RecordShape } from '../shape/shape.ts';

/** What a dialect says about one of its node types: from it editors, forms, documents and the API report are made. */
export interface NodeEntry {
  /** One or two words, for palettes and cards. */
  readonly name: string;
  /** A few words below the name. */
  readonly summary: string;
  /** What people type when they look for it and do not know its name; in lower case. */
  readonly keywords: readonly [string, ...string[]];
  readonly palette: PalettePlace;
  /** What its author sets, as a definition writes it. */
  readonly config: RecordShape;
  /** The settings of a new node, so that adding a node causes no error. */
  readonly initialConfig?: JsonObject | undefined;
}

/** The settings in which the placeholders of the dialect are filled: compiling, checks and forms ask here. */
export function filledFields({ fields }: RecordShape): ReadonlySet<string> {
  return new Set([...fields].flatMap(([key, { isFilled }]) => (isFilled === true ? [key] : [])));
}

/** The settings that a subagent ignores. */
export function ignoredBySubagents({ fields }: RecordShape): ReadonlySet<string> {
  return new Set(
    [...fields].flatMap(([key, { ignoredAs }]) => (ignoredAs === 'subagent' ? [key] : [])),
  );
}

export interface PalettePlace {
  readonly group: 'Start' | 'Think' | 'Flow' | 'Act' | 'People';
  /** What a node is to people; chooses the colour of its card. */
  readonly family: 'trigger' | 'agent' | 'tool' | 'logic' | 'human' | 'data';
}
