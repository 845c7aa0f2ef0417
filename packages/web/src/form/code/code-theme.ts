import { HighlightStyle, syntaxHighlighting } from '@codemirror/language';
import type { Extension } from '@codemirror/state';
import { EditorView } from '@codemirror/view';
import { tags } from '@lezer/highlight';

const mono = '"JetBrains Mono Variable", monospace';

const look = EditorView.theme({
  '&': {
    fontSize: '13px',
    color: 'var(--text)',
    backgroundColor: 'var(--surface)',
    border: '1px solid var(--control)',
    borderRadius: '8px',
    overflow: 'hidden',
    height: '100%',
  },
  '&.cm-focused': { outline: '2px solid var(--focus)', outlineOffset: '-1px' },
  '.cm-scroller': { fontFamily: mono, lineHeight: '20px' },
  '.cm-content': { padding: '8px 0', minHeight: '120px', caretColor: 'var(--text)' },
  '&.cm-focused .cm-cursor': { borderLeftColor: 'var(--text)' },
  '.cm-selectionBackground, &.cm-focused .cm-selectionBackground': {
    background: 'var(--accent-soft) !important',
  },
  '.cm-gutters': {
    background: 'var(--surface)',
    color: 'var(--text-3)',
    border: 'none',
    fontSize: '12px',
  },
  '.cm-activeLine, .cm-activeLineGutter': { background: 'var(--sunken)' },
  '.cm-matchingBracket': { background: 'var(--pressed) !important', outline: 'none' },
  '.cm-lintRange-error': {
    backgroundImage: 'none',
    textDecoration: 'underline wavy var(--bad) 1px',
    textUnderlineOffset: '3px',
  },
  '.cm-lintRange-warning': {
    backgroundImage: 'none',
    textDecoration: 'underline wavy var(--wait) 1px',
    textUnderlineOffset: '3px',
  },
  '.cm-lintPoint:after': { borderBottomColor: 'var(--bad)' },
  '.cm-line.cm-failed': { background: 'var(--bad-soft)' },
  '.cm-tooltip': {
    background: 'var(--raised)',
    color: 'var(--text)',
    border: '1px solid var(--line)',
    borderRadius: '8px',
    boxShadow: 'var(--shadow-3)',
    overflow: 'hidden',
    maxWidth: '480px',
    zIndex: '60',
  },
  '.cm-tooltip.cm-completionInfo': { padding: '6px 10px' },
  '.cm-help': { padding: '6px 10px', fontFamily: mono, fontSize: '12px', whiteSpace: 'pre-wrap' },
  '.cm-completionInfo .cm-help': { padding: '0' },
  '.cm-help p': { margin: '4px 0 0', fontFamily: '"Inter Variable", Inter, sans-serif' },
  '.cm-diagnostic': { padding: '6px 10px', fontSize: '12px' },
  '.cm-diagnostic-error': { borderLeft: '3px solid var(--bad)' },
  '.cm-diagnostic-warning': { borderLeft: '3px solid var(--wait)' },
  '.cm-tooltip-autocomplete > ul': { fontFamily: `${mono} !important`, fontSize: '12px' },
  '.cm-tooltip-autocomplete > ul > li': { padding: '4px 10px !important', color: 'var(--text)' },
  '.cm-tooltip-autocomplete > ul > li[aria-selected]': {
    background: 'var(--accent-soft) !important',
    color: 'var(--accent-text) !important',
  },
  '.cm-completionDetail': { color: 'var(--text-3)', marginLeft: '12px', fontStyle: 'normal' },
});

/** Colours of the tokens, which are readable in both themes. */
const colours = HighlightStyle.define([
  { tag: [tags.keyword, tags.operatorKeyword, tags.modifier], color: 'var(--k-trigger)' },
  { tag: [tags.string, tags.special(tags.string), tags.regexp], color: 'var(--ok-text)' },
  { tag: [tags.number, tags.bool, tags.null], color: 'var(--k-human)' },
  { tag: [tags.comment], color: 'var(--text-3)', fontStyle: 'italic' },
  { tag: [tags.typeName, tags.className], color: 'var(--k-tool)' },
  {
    tag: [tags.function(tags.variableName), tags.function(tags.propertyName)],
    color: 'var(--accent-text)',
  },
]);

export const codeTheme: Extension = [look, syntaxHighlighting(colours)];
