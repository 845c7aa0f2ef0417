import { EditorView } from '@codemirror/view';
import { tokensOf } from '../../graph/expressions/tokens-of.ts';
import type { Region } from './expression-colours.ts';

/** A bracket that completion has closed is typed over: a second one would be too many. */
export function typeOver(regionsOf: (text: string) => readonly Region[]) {
  return EditorView.inputHandler.of((view, from, to, typed) => {
    const text = view.state.doc.toString();
    const region = regionsOf(text).find((each) => each.from <= from && from <= each.to);
    if (typed !== ')' || from !== to || text[from] !== ')' || region === undefined) return false;
    const signs = tokensOf(text.slice(region.from, region.to));
    const count = (sign: string) => signs.filter((each) => each.text === sign).length;
    if (count(')') < count('(')) return false;
    view.dispatch({ selection: { anchor: from + 1 }, userEvent: 'input.type' });
    return true;
  });
}
