import {
  Decoration,
  EditorView,
  ViewPlugin,
  type DecorationSet,
  type ViewUpdate,
} from '@codemirror/view';
import type { EditorExtension } from '../editors/use-editor-view.ts';

const mark = Decoration.mark({ class: 'cm-problem' });

/** Marks go with the next key: what is being mended is not wrong any more until it has been looked at again. */
const plugin = ViewPlugin.fromClass(
  class {
    decorations: DecorationSet = Decoration.none;
    update(update: ViewUpdate): void {
      if (update.docChanged) this.decorations = Decoration.none;
    }
  },
  { decorations: ({ decorations }) => decorations },
);

export const problemMarks: EditorExtension = [
  plugin,
  EditorView.contentAttributes.of((view): { [name: string]: string } =>
    (view.plugin(plugin)?.decorations.size ?? 0) > 0 ? { 'aria-invalid': 'true' } : {},
  ),
];

/** Marks the word at each place; at the end, the last character. */
export function showProblems(view: EditorView, places: readonly number[]): void {
  const shown = view.plugin(plugin);
  const text = view.state.doc.toString();
  if (shown === null || text === '') return;
  const ranges = places.map((place) => {
    const from = Math.min(place, text.length - 1);
    const word = /^[\p{L}\p{M}\p{N}_$]*/u.exec(text.slice(from))?.[0].length ?? 0;
    return mark.range(from, from + Math.max(1, word));
  });
  shown.decorations = Decoration.set(ranges, true);
  view.dispatch({});
}
