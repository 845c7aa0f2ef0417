// The prompt editor
// CodeMirror in a shadow root: there it uses constructed style sheets, which the content security policy allows.
import { autocompletion, completionKeymap, type CompletionContext } from '@codemirror/autocomplete';
import { defaultKeymap, history, historyKeymap } from '@codemirror/commands';
import { EditorView, keymap } from '@codemirror/view';
import { useEffect, useRef, type ReactNode, type RefObject } from 'react';
import type { Variable } from '../../graph/variables/variables-at.ts';
import { promptPills } from './prompt-pills.ts';
import { promptTheme } from './prompt-theme.ts';

export interface PromptHandle {
  readonly insert: (text: string) => void;
}

interface PromptEditorProps {
  readonly label: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly variables: readonly Variable[];
  readonly handle: RefObject<PromptHandle | null>;
}

export function PromptEditor(props: PromptEditorProps): ReactNode {
  const host = useRef<HTMLDivElement>(null);
  const newest = useRef(props);
  newest.current = props;
  const view = useRef<EditorView | null>(null);
  useEffect(() => {
    if (host.current === null) return undefined;
    const editor = createEditor(host.current, newest);
    view.current = editor;
    newest.current.handle.current = {
      insert: (text) => {
        editor.dispatch(editor.state.replaceSelection(text));
        editor.focus();
      },
    };
    const { handle } = newest.current;
    return () => {
      handle.current = null;
      editor.destroy();
    };
  }, []);
  useEffect(() => {
    const editor = view.current;
    if (editor === null || editor.state.doc.toString() === props.value) return;
    // Changed from outside: undo, or another form.
    editor.dispatch({ changes: { from: 0, to: editor.state.doc.length, insert: props.value } });
  }, [props.value]);
  return <div ref={host} data-prompt />;
}

function createEditor(host: HTMLElement, newest: RefObject<PromptEditorProps>): EditorView {
  const root = host.shadowRoot ?? host.attachShadow({ mode: 'open' });
  const complete = (context: CompletionContext) => {
    const word = context.matchBefore(/(?:\$\{|\{\{|<<|@\{)[\w.{}]*/);
    if (word === null) return null;
    const options = newest.current.variables.map(({ text, label, type }) => ({
      label: text,
      displayLabel: label,
      detail: type,
    }));
    return { from: word.from, options, filter: word.text.length > 2 };
  };
  const stepName = (placeholder: string) =>
    newest.current.variables.find(({ text, step }) => step !== undefined && text === placeholder)
      ?.label;
  return new EditorView({
    doc: newest.current.value,
    parent: root,
    root,
    extensions: [
      history(),
      keymap.of([...completionKeymap, ...defaultKeymap, ...historyKeymap]),
      autocompletion({ override: [complete], icons: false }),
      promptPills(stepName),
      promptTheme,
      EditorView.lineWrapping,
      EditorView.contentAttributes.of({ 'aria-label': newest.current.label }),
      EditorView.updateListener.of((update) => {
        if (update.docChanged) newest.current.onChange(update.state.doc.toString());
      }),
    ],
  });
}
