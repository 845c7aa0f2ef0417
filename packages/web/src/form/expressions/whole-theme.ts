import { Prec } from '@codemirror/state';
import { EditorView } from '@codemirror/view';

/** An editor whose text is an expression as a whole. */
const look = EditorView.theme({
  '.cm-content': {
    fontFamily: '"JetBrains Mono Variable", monospace',
    fontSize: '12px',
    lineHeight: '20px',
    padding: '7px 64px 7px 26px',
    minHeight: '34px',
  },
  '.cm-scroller': { maxHeight: '240px' },
  // So that nobody takes it for a text.
  '.cm-scroller::before': {
    content: '"="',
    position: 'absolute',
    left: '10px',
    top: '7px',
    color: 'var(--accent-text)',
    fontFamily: '"JetBrains Mono Variable", monospace',
    fontSize: '12px',
    lineHeight: '20px',
  },
});

/** Before the theme of all editors, which comes first: otherwise the sign is drawn over the first character. */
export const wholeTheme = Prec.high(look);
