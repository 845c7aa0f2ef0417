import { equalJson, isObject, ownValue, type Json } from '@skein/kernel';
import { useState, type ReactNode } from 'react';
import { Button } from '../design/controls/button.tsx';
import { TextAreaField } from '../design/controls/text-area-field.tsx';

/** The arguments of the call that is asked about, if whoever approves it may change them. */
export function argumentsOf(data: Json): Json | undefined {
  if (!isObject(data) || ownValue(data, 'parameters') === undefined) return undefined;
  return ownValue(data, 'arguments');
}

export interface ChangedArguments {
  /** What was typed; null: the call as it was asked. */
  readonly text: string | null;
  readonly setText: (text: string | null) => void;
  /** What goes with the approval; undefined without a change. */
  readonly value: Json | undefined;
  /** Why it cannot be sent. */
  readonly problem: string | null;
}

export function useChangedArguments(data: Json): ChangedArguments {
  const [text, setText] = useState<string | null>(null);
  if (text === null) return { text, setText, value: undefined, problem: null };
  try {
    // What was parsed is JSON.
    const value = JSON.parse(text) as Json;
    const isChanged = !equalJson(value, argumentsOf(data));
    return { text, setText, value: isChanged ? value : undefined, problem: null };
  } catch (error) {
    const problem = `This is not JSON: ${error instanceof Error ? error.message : String(error)}`;
    return { text, setText, value: undefined, problem };
  }
}

interface ArgumentsEditorProps {
  readonly asked: Json;
  readonly changed: ChangedArguments;
}

/** The server checks them against the schema of the tool, and says which do not fit. */
export function ArgumentsEditor({ asked, changed }: ArgumentsEditorProps): ReactNode {
  const { text, setText, problem } = changed;
  if (text === null)
    return (
      <Button onClick={() => setText(JSON.stringify(asked, undefined, 2))}>
        Change the arguments
      </Button>
    );
  return (
    <div className="grid gap-2">
      <TextAreaField label="Arguments to approve" rows={6} value={text} onChange={setText} />
      {problem !== null && (
        <p role="alert" className="text-xs text-bad-text">
          {problem}
        </p>
      )}
      <Button onClick={() => setText(null)}>Keep the arguments as they are</Button>
    </div>
  );
}
