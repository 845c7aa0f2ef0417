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
import { Compartment, Prec, type Extension, type Text } from '@codemirror/state';
import {
  drawSelection,
  EditorView,
  highlightActiveLine,
  keymap,
  lineNumbers,
} from '@codemirror/view';
import { useEffect, useRef, type ReactNode, type RefObject } from 'react';
import { useEditorView, type EditedText } from '../editors/use-editor-view.ts';
import { checkAgain, codeLanguage } from './code-language.ts';
import type { CodeLanguage, CodeMark } from './code-scope.ts';
import { codeTheme } from './code-theme.ts';

export interface CodeFindingLine {
  readonly line: number;
  readonly message: string;
  readonly severity: Diagnostic['severity'];
  readonly show: () => void;
}

interface CodeEditorProps extends EditedText {
  readonly language: CodeLanguage;
  readonly declarations: string;
  readonly marks: readonly CodeMark[];
  readonly onFindings: (findings: readonly CodeFindingLine[]) => void;
  readonly onTry: () => void;
}

const dialect = new Compartment();

export function CodeEditor(props: CodeEditorProps): ReactNode {
  const newest = useRef(props);
  newest.current = props;
  const view = useRef<EditorView | null>(null);
  const host = useEditorView({ ...props, view, extensions: () => codeEditing(newest, view) });
  useEffect(() => {
    view.current?.dispatch({ effects: dialect.reconfigure(grammarOf(props.language)) });
  }, [props.language]);
  useEffect(() => {
    if (view.current !== null) checkAgain(view.current);
  }, [props.declarations, props.language, props.marks]);
  return <div ref={host} data-code className="h-full min-h-0" />;
}

function grammarOf(language: CodeLanguage): Extension {
  return language === 'python' ? [] : javascript({ typescript: language === 'typescript' });
}

function codeEditing(
  newest: RefObject<CodeEditorProps>,
  view: RefObject<EditorView | null>,
): Extension {
  return [
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
      given: () => {
        const { declarations, language } = newest.current;
        return language === 'python' ? null : { declarations, language };
      },
      others: (doc) => newest.current.marks.flatMap((mark) => diagnosticOf(mark, doc)),
      onFindings: (found) => {
        const { current: editor } = view;
        if (editor !== null) newest.current.onFindings(found.map((each) => lineOf(each, editor)));
      },
    }),
    codeTheme,
    EditorView.contentAttributes.of({ spellcheck: 'false' }),
  ];
}

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
