import { autocompletion, type CompletionContext } from '@codemirror/autocomplete';
import type { EditorView } from '@codemirror/view';
import { useImperativeHandle, useRef, type ReactNode, type Ref } from 'react';
import type { ExpressionPlace } from '../../graph/expressions/expression-place.ts';
import { expressionsIn } from '../../graph/expressions/expressions-in.ts';
import type { Variable } from '../../graph/variables/variables-at.ts';
import { TextEditor } from '../editors/text-editor.tsx';
import type { EditorExtension } from '../editors/use-editor-view.ts';
import { closeBraces } from '../expressions/close-braces.ts';
import { expressionColours } from '../expressions/expression-colours.ts';
import { expressionSource } from '../expressions/expression-source.ts';
import { problemMarks } from '../expressions/problem-marks.ts';
import { typeOver } from '../expressions/type-over.ts';
import { useProblemMarks } from '../expressions/use-problem-marks.ts';
import { promptPills } from './prompt-pills.ts';

export interface PromptHandle {
  readonly insert: (text: string) => void;
}

interface PromptEditorProps {
  readonly label: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly variables: readonly Variable[];
  /** Null where no expressions are computed. */
  readonly place: ExpressionPlace | null;
  /** Where the expressions in the text have mistakes. */
  readonly problems: readonly number[];
  readonly handle: Ref<PromptHandle>;
}

export function PromptEditor(props: PromptEditorProps): ReactNode {
  const newest = useRef(props);
  newest.current = props;
  const view = useRef<EditorView | null>(null);
  useProblemMarks(view, props.problems);
  useImperativeHandle(props.handle, () => ({
    insert: (text) => {
      const editor = view.current;
      editor?.dispatch(editor.state.replaceSelection(text));
      editor?.focus();
    },
  }));
  const extensions = (): EditorExtension => {
    const inExpressions = expressionSource(expressionsIn, () => newest.current.place);
    const stepName = (placeholder: string) =>
      newest.current.variables.find(({ text, step }) => step !== undefined && text === placeholder)
        ?.label;
    return [
      autocompletion({
        override: [
          (context) => inExpressions(context) ?? offerVariables(context, newest.current.variables),
        ],
        icons: false,
      }),
      promptPills(stepName),
      newest.current.place === null
        ? []
        : [expressionColours(expressionsIn), problemMarks, closeBraces, typeOver(expressionsIn)],
    ];
  };
  return (
    <TextEditor
      label={props.label}
      value={props.value}
      onChange={props.onChange}
      extensions={extensions}
      view={view}
    />
  );
}

function offerVariables(context: CompletionContext, variables: readonly Variable[]) {
  const word = context.matchBefore(/(?:\$\{|\{\{|<<|@\{)[\w.{}]*/);
  if (word === null) return null;
  const options = variables.map(({ text, label, type }) => ({
    label: text,
    displayLabel: label,
    detail: type,
  }));
  return { from: word.from, options, filter: word.text.length > 2 };
}
