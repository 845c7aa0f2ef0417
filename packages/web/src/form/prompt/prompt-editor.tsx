import { autocompletion } from '@codemirror/autocomplete';
import { Prec } from '@codemirror/state';
import { EditorView, keymap, placeholder as placeholderText } from '@codemirror/view';
import { useEffect, useImperativeHandle, useRef, type ReactNode, type Ref } from 'react';
import type { ExpressionPlace } from '../../graph/expressions/expression-place.ts';
import { expressionsIn } from '../../graph/expressions/expressions-in.ts';
import { valueOfPlaceholder } from '../../graph/expressions/value-of-placeholder.ts';
import type { Variable } from '../../graph/variables/variables-at.ts';
import { lineTheme } from '../editors/editor-theme.ts';
import { TextEditor } from '../editors/text-editor.tsx';
import type { EditorExtension } from '../editors/use-editor-view.ts';
import { closeBraces } from '../expressions/close-braces.ts';
import { expressionColours } from '../expressions/expression-colours.ts';
import { expressionSource } from '../expressions/expression-source.ts';
import { problemMarks } from '../expressions/problem-marks.ts';
import { typeOver } from '../expressions/type-over.ts';
import { useProblemMarks } from '../expressions/use-problem-marks.ts';
import { promptPills, renamePills } from './prompt-pills.ts';
import { depthClass, variableSource } from './variable-source.ts';

export interface PromptHandle {
  readonly insert: (text: string) => void;
}

/** `text`: of some length. `line`: as high as what is in it. `single`: no second line. */
export type ValueSize = 'text' | 'line' | 'single';

interface PromptEditorProps {
  readonly label: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly onBlur?: (() => void) | undefined;
  readonly size: ValueSize;
  readonly placeholder?: string | undefined;
  readonly variables: readonly Variable[];
  readonly nodes: ReadonlyMap<string, string>;
  /** Null where no expressions are computed. */
  readonly place: ExpressionPlace | null;
  /** Where the expressions in the text have mistakes. */
  readonly problems: readonly number[];
  readonly handle: Ref<PromptHandle>;
  /** When it appears, with the cursor at the end. */
  readonly takesFocus: boolean;
}

export function PromptEditor(props: PromptEditorProps): ReactNode {
  const newest = useRef(props);
  newest.current = props;
  const view = useRef<EditorView | null>(null);
  const wasFocused = useRef(false);
  useProblemMarks(view, props.problems);
  const { variables, nodes, place } = props;
  useEffect(() => {
    if (view.current !== null) renamePills(view.current);
  }, [variables, nodes, place]);
  useImperativeHandle(props.handle, () => ({
    insert: (text) => {
      const editor = view.current;
      if (editor === null) return;
      // Nobody has put the cursor anywhere yet.
      if (!wasFocused.current) editor.dispatch({ selection: { anchor: editor.state.doc.length } });
      editor.dispatch(editor.state.replaceSelection(text));
      editor.focus();
    },
  }));
  return (
    <TextEditor
      label={props.label}
      value={props.value}
      onChange={props.onChange}
      extensions={() => [
        editing(() => newest.current),
        EditorView.focusChangeEffect.of((_, isFocused) => {
          wasFocused.current ||= isFocused;
          if (!isFocused) newest.current.onBlur?.();
          return null;
        }),
      ]}
      view={view}
      takesFocus={props.takesFocus}
    />
  );
}

function editing(newest: () => PromptEditorProps): EditorExtension {
  const inExpressions = expressionSource(expressionsIn, () => newest().place);
  const offered = variableSource(() => newest().variables);
  const { place, size, placeholder } = newest();
  return [
    autocompletion({
      override: [(context) => inExpressions(context) ?? offered(context)],
      icons: false,
      optionClass: depthClass,
      // Who has begun a placeholder and presses Enter means the list.
      interactionDelay: 0,
    }),
    promptPills(() => ({
      nameOf: (text) => newest().variables.find((each) => each.text === text)?.label,
      nodes: newest().nodes,
      valueOf: (text) => valueOfPlaceholder(text, newest()),
    })),
    place === null
      ? []
      : [expressionColours(expressionsIn), problemMarks, closeBraces, typeOver(expressionsIn)],
    placeholder === undefined ? [] : placeholderText(placeholder),
    size === 'text' ? [] : lineTheme,
    size === 'single' ? oneLine : [],
  ];
}

/**
 * Enter begins no line; it comes after the list, which Enter chooses from. The end of a line that is copied along with an address
 * would be a part of it that nobody sees.
 */
const oneLine: EditorExtension = [
  Prec.high(keymap.of([{ key: 'Enter', run: () => true }])),
  EditorView.clipboardInputFilter.of((text) => text.replace(/[\r\n]+$/u, '')),
];
