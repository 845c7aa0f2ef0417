import {
  Decoration,
  ViewPlugin,
  type DecorationSet,
  type EditorView,
  type PluginValue,
  type ViewUpdate,
} from '@codemirror/view';
import { tokensOf, type TokenKind } from '../../graph/expressions/tokens-of.ts';

/** Where an expression stands; with its braces from `start` to `end`. */
export interface Region {
  readonly start: number;
  readonly from: number;
  readonly to: number;
  readonly end: number;
}

const marks: Readonly<Record<TokenKind | 'all', Decoration>> = {
  all: Decoration.mark({ class: 'cm-expression', inclusive: true }),
  name: Decoration.mark({ class: 'cm-name' }),
  call: Decoration.mark({ class: 'cm-call' }),
  key: Decoration.mark({ class: 'cm-key' }),
  word: Decoration.mark({ class: 'cm-word' }),
  number: Decoration.mark({ class: 'cm-number' }),
  text: Decoration.mark({ class: 'cm-text' }),
  pattern: Decoration.mark({ class: 'cm-text' }),
  sign: Decoration.mark({ class: 'cm-sign' }),
};

/** Colours of the words in expressions; `regionsOf` says where in a text they stand. */
export function expressionColours(
  regionsOf: (text: string) => readonly Region[],
): ViewPlugin<PluginValue> {
  const colour = (view: EditorView): DecorationSet => {
    const text = view.state.doc.toString();
    const ranges = regionsOf(text).flatMap(({ start, from, to, end }) => [
      ...(end > start ? [marks.all.range(start, end)] : []),
      ...tokensOf(text.slice(from, to)).flatMap((token) =>
        token.to > token.from ? [marks[token.kind].range(from + token.from, from + token.to)] : [],
      ),
    ]);
    return Decoration.set(ranges, true);
  };
  return ViewPlugin.fromClass(
    class {
      decorations: DecorationSet;
      constructor(view: EditorView) {
        this.decorations = colour(view);
      }
      update(update: ViewUpdate): void {
        if (update.docChanged) this.decorations = colour(update.view);
      }
    },
    { decorations: (plugin) => plugin.decorations },
  );
}
