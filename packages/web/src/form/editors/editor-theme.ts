import { Prec } from '@codemirror/state';
import { EditorView } from '@codemirror/view';

export const editorTheme = EditorView.theme({
  '&': {
    fontSize: '13px',
    color: 'var(--text)',
    backgroundColor: 'var(--surface)',
    border: '1px solid var(--control)',
    borderRadius: '8px',
  },
  '&.cm-focused': { outline: '2px solid var(--focus)', outlineOffset: '-1px' },
  '.cm-content': {
    fontFamily: '"Inter Variable", Inter, sans-serif',
    lineHeight: '22px',
    // The buttons stand at its right.
    padding: '6px 64px 6px 6px',
    minHeight: '96px',
    caretColor: 'var(--text)',
  },
  '.cm-scroller': { maxHeight: '320px' },
  '.cm-placeholder': { color: 'var(--text-3)' },
  '.cm-expression': {
    fontFamily: '"JetBrains Mono Variable", monospace',
    fontSize: '12px',
    // An arrow is shown as the two signs that it is written with.
    fontVariantLigatures: 'none',
    color: 'var(--accent-text)',
  },
  '.cm-name': { color: 'var(--k-trigger)' },
  '.cm-call': { color: 'var(--accent-text)' },
  '.cm-key': { color: 'var(--text)' },
  '.cm-word, .cm-number': { color: 'var(--run-text)' },
  '.cm-text': { color: 'var(--ok-text)' },
  '.cm-sign': { color: 'var(--text-3)' },
  '.cm-problem': {
    textDecoration: 'underline wavy var(--bad)',
    textUnderlineOffset: '3px',
    background: 'var(--bad-soft)',
  },
  '.cm-signature': {
    margin: '0 0 4px',
    fontFamily: '"JetBrains Mono Variable", monospace',
    color: 'var(--accent-text)',
  },
  '.cm-description': { margin: '0 0 4px', color: 'var(--text)' },
  '.cm-example': {
    margin: '0',
    fontFamily: '"JetBrains Mono Variable", monospace',
    color: 'var(--text-3)',
  },
  '.cm-pill': {
    background: 'var(--accent-soft)',
    color: 'var(--accent-text)',
    borderRadius: '6px',
    padding: '1px 6px',
    fontWeight: '500',
    fontSize: '12px',
    // So that a long one stays in its field.
    overflowWrap: 'anywhere',
  },
  '.cm-pill-value': {
    maxWidth: '320px',
    maxHeight: '200px',
    overflow: 'auto',
    padding: '8px 10px',
    fontSize: '12px',
    overflowWrap: 'anywhere',
    whiteSpace: 'pre-wrap',
  },
  '.cm-tooltip': {
    fontVariantLigatures: 'none',
    background: 'var(--raised)',
    border: '1px solid var(--line)',
    borderRadius: '8px',
    boxShadow: 'var(--shadow-3)',
  },
  '.cm-tooltip-autocomplete > ul > completion-section': {
    border: 'none',
    padding: '6px 10px 2px',
    color: 'var(--text-3)',
    fontFamily: '"Inter Variable", Inter, sans-serif',
    fontSize: '12px',
  },
  '.cm-tooltip-autocomplete > ul > li': { padding: '4px 10px !important', color: 'var(--text)' },
  '.cm-tooltip-autocomplete > ul > li[class*=cm-depth]': {
    fontFamily: '"Inter Variable", Inter, sans-serif',
    fontSize: '13px',
  },
  '.cm-tooltip-autocomplete > ul > li.cm-depth-1': { paddingLeft: '26px !important' },
  '.cm-tooltip-autocomplete > ul > li.cm-depth-2': { paddingLeft: '42px !important' },
  '.cm-tooltip-autocomplete > ul > li.cm-depth-3': { paddingLeft: '58px !important' },
  '.cm-tooltip-autocomplete > ul > li[aria-selected]': {
    background: 'var(--accent-soft) !important',
    color: 'var(--accent-text) !important',
  },
  '.cm-tooltip-autocomplete > ul': {
    fontFamily: '"JetBrains Mono Variable", monospace',
    fontSize: '12px',
    maxHeight: '15em !important',
    borderRadius: '8px',
  },
  '.cm-completionMatchedText': { textDecoration: 'none', fontWeight: '700' },
  '.cm-tooltip.cm-completionInfo': { padding: '8px 10px', maxWidth: '320px', fontSize: '12px' },
  '.cm-completionDetail': { color: 'var(--text-3)', marginLeft: '12px', fontStyle: 'normal' },
});

/** As high as its text; before the theme of all editors, which comes first. */
export const lineTheme = Prec.high(
  EditorView.theme({
    '.cm-content': { minHeight: '34px' },
    '.cm-scroller': { maxHeight: '240px' },
  }),
);
