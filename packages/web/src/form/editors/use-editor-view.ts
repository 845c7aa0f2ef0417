// An editor whose text is a value of a form
// CodeMirror in a shadow root: there it uses constructed style sheets, which the content security policy allows.
import { Annotation, Transaction } from '@codemirror/state';
import { EditorView, type EditorViewConfig } from '@codemirror/view';
import { useEffect, useRef, type RefObject } from 'react';

export type EditorExtension = NonNullable<EditorViewConfig['extensions']>;

export interface EditedText {
  readonly label: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
}

interface EditorParts extends EditedText {
  /** Made once: what changes later is read through references. */
  readonly extensions: () => EditorExtension;
  /** The editor while it is there. */
  readonly view: RefObject<EditorView | null>;
}

const fromOutside = Annotation.define<boolean>();
/** Where the machine is slow, a value that arrives while somebody types is what was typed before: it is taken when they pause. */
const quietMs = 400;

/** Gives back where the editor is to be shown. */
export function useEditorView(parts: EditorParts): RefObject<HTMLDivElement | null> {
  const host = useRef<HTMLDivElement>(null);
  const newest = useRef(parts);
  newest.current = parts;
  const typedAt = useRef(0);
  useEffect(() => {
    if (host.current === null) return undefined;
    const { view } = newest.current;
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
      const { view, value } = newest.current;
      const editor = view.current;
      if (editor === null || editor.state.doc.toString() === value) return;
      // Changed from outside, which has an undo of its own; so it is not written back either.
      editor.dispatch({
        changes: { from: 0, to: editor.state.doc.length, insert: value },
        annotations: [fromOutside.of(true), Transaction.addToHistory.of(false)],
      });
    };
    const wait = typedAt.current + quietMs - Date.now();
    if (wait <= 0) return apply();
    const timer = setTimeout(apply, wait);
    return () => clearTimeout(timer);
  }, [parts.value]);
  return host;
}

function createEditor(
  host: HTMLElement,
  newest: RefObject<EditorParts>,
  onTyped: () => void,
): EditorView {
  const { label, value, extensions } = newest.current;
  const root = host.shadowRoot ?? host.attachShadow({ mode: 'open' });
  return new EditorView({
    doc: value,
    parent: root,
    root,
    extensions: [
      extensions(),
      typedOverSelection,
      EditorView.contentAttributes.of({ 'aria-label': label }),
      EditorView.updateListener.of((update) => {
        const isOutside = update.transactions.some((each) => each.annotation(fromOutside) === true);
        if (!update.docChanged || isOutside) return;
        onTyped();
        newest.current.onChange(update.state.doc.toString());
      }),
    ],
  });
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
