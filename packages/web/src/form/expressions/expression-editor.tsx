import { autocompletion } from '@codemirror/autocomplete';
import type { EditorView } from '@codemirror/view';
import { useRef, type ReactNode } from 'react';
import type { ExpressionPlace } from '../../graph/expressions/expression-place.ts';
import { TextEditor } from '../editors/text-editor.tsx';
import type { EditorExtension } from '../editors/use-editor-view.ts';
import { expressionColours, type Region } from './expression-colours.ts';
import { expressionSource } from './expression-source.ts';
import { problemMarks } from './problem-marks.ts';
import { typeOver } from './type-over.ts';
import { useProblemMarks } from './use-problem-marks.ts';
import { wholeTheme } from './whole-theme.ts';

interface ExpressionEditorProps {
  readonly label: string;
  /** Without the braces. */
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly place: ExpressionPlace;
  readonly problems: readonly number[];
  readonly takesFocus: boolean;
}

export function ExpressionEditor(props: ExpressionEditorProps): ReactNode {
  const newest = useRef(props);
  newest.current = props;
  const view = useRef<EditorView | null>(null);
  useProblemMarks(view, props.problems);
  const extensions = (): EditorExtension => [
    autocompletion({
      override: [expressionSource(wholeText, () => newest.current.place)],
      icons: false,
      // Lines are rare here, so who presses Enter means the list.
      interactionDelay: 0,
    }),
    expressionColours(wholeText),
    problemMarks,
    typeOver(wholeText),
    wholeTheme,
  ];
  return (
    <TextEditor
      label={props.label}
      value={props.value}
      onChange={props.onChange}
      extensions={extensions}
      view={view}
      takesFocus={props.takesFocus}
    />
  );
}

function wholeText(text: string): readonly Region[] {
  return [{ start: 0, from: 0, to: text.length, end: text.length }];
}
