import { EditorView } from '@codemirror/view';

export const promptTheme = EditorView.theme({
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
    padding: '8px 4px',
    minHeight: '96px',
    caretColor: 'var(--text)',
  },
  '.cm-scroller': { maxHeight: '320px' },
  '.cm-pill': {
    background: 'var(--accent-soft)',
    color: 'var(--accent-text)',
    borderRadius: '6px',
    padding: '1px 6px',
    fontFamily: '"JetBrains Mono Variable", monospace',
    fontSize: '12px',
  },
  '.cm-tooltip': {
    background: 'var(--raised)',
    border: '1px solid var(--line)',
    borderRadius: '8px',
    boxShadow: 'var(--shadow-3)',
    overflow: 'hidden',
  },
  '.cm-tooltip-autocomplete > ul > li': { padding: '4px 10px !important', color: 'var(--text)' },
  '.cm-tooltip-autocomplete > ul > li[aria-selected]': {
    background: 'var(--accent-soft) !important',
    color: 'var(--accent-text) !important',
  },
  '.cm-completionDetail': { color: 'var(--text-3)', marginLeft: '12px', fontStyle: 'normal' },
});
