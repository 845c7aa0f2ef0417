import { completionKeymap } from '@codemirror/autocomplete';
import { defaultKeymap, history, historyKeymap } from '@codemirror/commands';
import { EditorView, keymap, type KeyBinding } from '@codemirror/view';
import { useEffect, useRef, type ReactNode, type RefObject } from 'react';
import { editorTheme } from './editor-theme.ts';
import { useEditorView, type EditedText, type EditorExtension } from './use-editor-view.ts';

interface TextEditorProps extends EditedText {
  readonly extensions: () => EditorExtension;
  /** The editor while it is there. */
  readonly view: RefObject<EditorView | null>;
  /** Takes the focus when it appears, with the cursor at the end. */
  readonly takesFocus?: boolean;
}

/** The text editor of forms. */
export function TextEditor(props: TextEditorProps): ReactNode {
  const { view, takesFocus = false, extensions } = props;
  const host = useEditorView({ ...props, extensions: () => [textEditing, extensions()] });
  const takesFocusFirst = useRef(takesFocus);
  useEffect(() => {
    const editor = view.current;
    if (editor === null || !takesFocusFirst.current) return;
    editor.dispatch({ selection: { anchor: editor.state.doc.length } });
    editor.focus();
  }, [view]);
  return <div ref={host} data-prompt />;
}

/** Asks for a run where there is one; by default it would begin a line that nobody meant. */
const noLine: KeyBinding = { key: 'Mod-Enter', run: () => true };

const textEditing: EditorExtension = [
  history(),
  keymap.of([...completionKeymap, noLine, ...defaultKeymap, ...historyKeymap]),
  editorTheme,
  EditorView.lineWrapping,
];
