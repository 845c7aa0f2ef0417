import { EditorView } from '@codemirror/view';

/** After `${=`, the end is written too, with the cursor before it. */
export const closeBraces = EditorView.inputHandler.of((view, from, to, text) => {
  const before = view.state.doc.sliceString(Math.max(0, from - 3), from);
  if (text !== '=' || from !== to || !/(?:^|[^$])\$\{$/.test(before)) return false;
  view.dispatch({
    changes: { from, insert: '=  }' },
    selection: { anchor: from + 2 },
    userEvent: 'input.type',
  });
  return true;
});
