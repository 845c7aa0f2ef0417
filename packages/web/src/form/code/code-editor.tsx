// The code editor
// CodeMirror in a shadow root: there it uses constructed style sheets, which the content security policy allows.
import {
  acceptCompletion,
  closeBrackets,
  closeBracketsKeymap,
  closeCompletion,
  completionKeymap,
} from '@codemirror/autocomplete';
import { defaultKeymap, history, historyKeymap } from '@codemirror/commands';
import { javascript } from '@codemirror/lang-javascript';
import { bracketMatching, indentOnInput } from '@codemirror/language';
import { lintKeymap, type Diagnostic } from '@codemirror/lint';
import {
  Annotation,
  Compartment,
  Prec,
  Transaction,
  type Extension,
  type Text,
} from '@codemirror/state';
import {
  drawSelection,
  EditorView,
  highlightActiveLine,
  keymap,
  lineNumbers,
} from '@codemirror/view';
import { useEffect, useRef, type ReactNode, type RefObject } from 'react';
import { checkAgain, codeLanguage } from './code-language.ts';
import type { CodeMark } from './code-scope.ts';
import { codeTheme } from './code-theme.ts';

export interface CodeFindingLine {
  readonly line: number;
  readonly message: string;
  readonly severity: Diagnostic['severity'];
  readonly show: () => void;
}

interface CodeEditorProps {
  readonly label: string;
  readonly value: string;
  readonly language: 'javascript' | 'typescript';
  readonly declarations: string;
  readonly marks: readonly CodeMark[];
  readonly onChange: (value: string) => void;
  readonly onFindings: (findings: readonly CodeFindingLine[]) => void;
  readonly onTry: () => void;
}

const dialect = new Compartment();
const fromOutside = Annotation.define<boolean>();
/** Where the machine is slow, a value that arrives while somebody types is what was typed before: it is taken when they pause. */
const quietMs = 400;

export function CodeEditor(props: CodeEditorProps): ReactNode {
  const host = useRef<HTMLDivElement>(null);
  const newest = useRef(props);
  newest.current = props;
  const view = useRef<EditorView | null>(null);
  const typedAt = useRef(0);
  useEffect(() => {
    if (host.current === null) return undefined;
    const editor = createEditor(host.current, newest, () => {
      typedAt.current = Date.now();
    });
    view.current = editor;
    // A dialog focuses its first field, and sees no deeper than this element.
    host.current.focus = () => editor.focus();
    return () => {
      view.current = null;
      editor.destroy();
    };
  }, []);
  useEffect(() => {
    const apply = () => {
      const editor = view.current;
      const { value } = newest.current;
      if (editor === null || editor.state.doc.toString() === value) return;
      // Changed from outside, which has an undo of its own.
      editor.dispatch({
        changes: { from: 0, to: editor.state.doc.length, insert: value },
        annotations: [fromOutside.of(true), Transaction.addToHistory.of(false)],
      });
    };
    const wait = typedAt.current + quietMs - Date.now();
    if (wait <= 0) return apply();
    const timer = setTimeout(apply, wait);
    return () => clearTimeout(timer);
  }, [props.value]);
  useEffect(() => {
    view.current?.dispatch({ effects: dialect.reconfigure(grammarOf(props.language)) });
  }, [props.language]);
  useEffect(() => {
    if (view.current !== null) checkAgain(view.current);
  }, [props.declarations, props.language, props.marks]);
  return <div ref={host} data-code className="h-full min-h-0" />;
}

function grammarOf(language: 'javascript' | 'typescript'): Extension {
  return javascript({ typescript: language === 'typescript' });
}

function createEditor(
  host: HTMLElement,
  newest: RefObject<CodeEditorProps>,
  onTyped: () => void,
): EditorView {
  const root = host.shadowRoot ?? host.attachShadow({ mode: 'open' });
  const view: EditorView = new EditorView({
    doc: newest.current.value,
    parent: root,
    root,
    extensions: [
      keys(newest),
      history(),
      lineNumbers(),
      drawSelection(),
      highlightActiveLine(),
      indentOnInput(),
      bracketMatching(),
      closeBrackets(),
      dialect.of(grammarOf(newest.current.language)),
      codeLanguage({
        given: () => ({
          declarations: newest.current.declarations,
          language: newest.current.language,
        }),
        others: (doc) => newest.current.marks.flatMap((mark) => diagnosticOf(mark, doc)),
        onFindings: (found) => newest.current.onFindings(found.map((each) => lineOf(each, view))),
      }),
      codeTheme,
      typedOverSelection,
      EditorView.contentAttributes.of({ 'aria-label': newest.current.label, spellcheck: 'false' }),
      EditorView.updateListener.of((update) => {
        const isOutside = update.transactions.some((each) => each.annotation(fromOutside) === true);
        if (!update.docChanged || isOutside) return;
        onTyped();
        newest.current.onChange(update.state.doc.toString());
      }),
    ],
  });
  return view;
}

/**
 * Where coloured text is typed over, the browser would keep its colour with an inline style, which the content security policy
 * blocks and reports. So that is not left to the browser.
 */
const typedOverSelection = EditorView.domEventHandlers({
  beforeinput(event, view) {
    const { data, inputType } = event;
    const { from, to, empty } = view.state.selection.main;
    if (inputType !== 'insertText' || data === null || empty || view.composing) return false;
    event.preventDefault();
    const insert = () =>
      view.state.update(view.state.replaceSelection(data), {
        userEvent: 'input.type',
        scrollIntoView: true,
      });
    // Those put brackets around it.
    const handlers = view.state.facet(EditorView.inputHandler);
    if (!handlers.some((handle) => handle(view, from, to, data, insert))) view.dispatch(insert());
    return true;
  },
});

/** Tab leaves the editor, as it leaves any field, unless it takes a completion; Ctrl-] and Ctrl-[ indent. */
function keys(newest: RefObject<CodeEditorProps>): Extension {
  const tryIt = () => {
    newest.current.onTry();
    return true;
  };
  return [
    Prec.highest(
      keymap.of([
        { key: 'Mod-Enter', run: tryIt, stopPropagation: true },
        // The dialog around it stays open.
        { key: 'Escape', run: closeCompletion, stopPropagation: true },
        { key: 'Tab', run: acceptCompletion },
      ]),
    ),
    keymap.of([
      ...closeBracketsKeymap,
      ...completionKeymap,
      ...lintKeymap,
      ...defaultKeymap,
      ...historyKeymap,
    ]),
  ];
}

/** From its place to the end of the line. */
function diagnosticOf({ line, column, message, source }: CodeMark, doc: Text): Diagnostic[] {
  if (line < 1 || line > doc.lines) return [];
  const { from, to } = doc.line(line);
  const start = Math.min(from + Math.max(column - 1, 0), to);
  return [{ from: start === to ? from : start, to, message, severity: 'error', source }];
}

function lineOf({ from, to, message, severity }: Diagnostic, view: EditorView): CodeFindingLine {
  const { number } = view.state.doc.lineAt(Math.min(from, view.state.doc.length));
  const show = () => {
    const end = view.state.doc.length;
    const selection = { anchor: Math.min(from, end), head: Math.min(to, end) };
    view.dispatch({ selection, scrollIntoView: true });
    view.focus();
  };
  return { line: number, message, severity, show };
}
