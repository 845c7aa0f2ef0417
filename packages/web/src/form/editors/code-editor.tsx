// The text editor of forms
// CodeMirror in a shadow root: there it uses constructed style sheets, which the content security policy allows.
import { completionKeymap } from '@codemirror/autocomplete';
import { defaultKeymap, history, historyKeymap } from '@codemirror/commands';
import { EditorView, keymap, type EditorViewConfig } from '@codemirror/view';
import { useEffect, useRef, type ReactNode, type RefObject } from 'react';
import { editorTheme } from './editor-theme.ts';

export type EditorExtension = NonNullable<EditorViewConfig['extensions']>;

export interface CodeEditorProps {
  readonly label: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
  /** Made once: what changes later is read through references. */
  readonly extensions: () => EditorExtension;
  /** The editor while it is there. */
  readonly view: RefObject<EditorView | null>;
  /** Takes the focus when it appears, with the cursor at the end. */
  readonly takesFocus?: boolean;
}

export function CodeEditor(props: CodeEditorProps): ReactNode {
  const host = useRef<HTMLDivElement>(null);
  const newest = useRef(props);
  newest.current = props;
  useEffect(() => {
    if (host.current === null) return undefined;
    const { view, takesFocus } = newest.current;
    const editor = createEditor(host.current, newest);
    view.current = editor;
    if (takesFocus === true) {
      editor.dispatch({ selection: { anchor: editor.state.doc.length } });
      editor.focus();
    }
    return () => {
      view.current = null;
      editor.destroy();
    };
  }, []);
  useEffect(() => {
    const editor = props.view.current;
    if (editor === null || editor.state.doc.toString() === props.value) return;
    // Changed from outside: undo, or another form.
    editor.dispatch({ changes: { from: 0, to: editor.state.doc.length, insert: props.value } });
  }, [props.value, props.view]);
  return <div ref={host} data-prompt />;
}

function createEditor(host: HTMLElement, newest: RefObject<CodeEditorProps>): EditorView {
  const root = host.shadowRoot ?? host.attachShadow({ mode: 'open' });
  return new EditorView({
    doc: newest.current.value,
    parent: root,
    root,
    extensions: [
      history(),
      replaceTyped,
      keymap.of([...completionKeymap, ...defaultKeymap, ...historyKeymap]),
      newest.current.extensions(),
      editorTheme,
      EditorView.lineWrapping,
      EditorView.contentAttributes.of({ 'aria-label': newest.current.label }),
      EditorView.updateListener.of((update) => {
        if (update.docChanged) newest.current.onChange(update.state.doc.toString());
      }),
    ],
  });
}

/**
 * Left to the browser, what is typed over coloured words would get their look as inline styles, which the policy forbids, until
 * the editor has cleaned up.
 */
const replaceTyped = EditorView.domEventHandlers({
  beforeinput: (event, view) => {
    const { data, inputType, isComposing } = event;
    const isOver = !view.state.selection.main.empty;
    if (inputType !== 'insertText' || data === null || isComposing || !isOver) return false;
    event.preventDefault();
    view.dispatch(view.state.replaceSelection(data), { userEvent: 'input.type' });
    return true;
  },
});
