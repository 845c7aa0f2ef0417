// Changing a call before it is approved
// A form from the schema of the tool, or JSON. What does not fit is not sent: the form says so at its field.
import { checkJsonSchema } from '@skein/dialects';
import { equalJson, isObject, ownValue, type Json, type JsonObject } from '@skein/kernel';
import { useState, type ReactNode } from 'react';
import { Button } from '../design/controls/button.tsx';
import { TextAreaField } from '../design/controls/text-area-field.tsx';
import { LazySchemaForm } from '../form/lazy-schema-form.tsx';
import { toFormSchema } from '../graph/forms/config-schema.ts';

/** The arguments of the call that is asked about, if whoever approves it may change them. */
export function argumentsOf(data: Json): Json | undefined {
  if (!isObject(data) || ownValue(data, 'parameters') === undefined) return undefined;
  return ownValue(data, 'arguments');
}

type Editing =
  | { readonly as: 'form'; readonly value: Json }
  | { readonly as: 'json'; readonly text: string };

export interface ChangedArguments {
  /** Null: the call as it was asked. */
  readonly editing: Editing | null;
  readonly edit: (editing: Editing | null) => void;
  /** What goes with the approval; undefined without a change. */
  readonly value: Json | undefined;
  /** Why it cannot be sent. */
  readonly problem: string | null;
}

export function useChangedArguments(data: Json): ChangedArguments {
  const [editing, edit] = useState<Editing | null>(null);
  const read = readEditing(editing, data);
  return { editing, edit, ...read };
}

function readEditing(
  editing: Editing | null,
  data: Json,
): Pick<ChangedArguments, 'value' | 'problem'> {
  if (editing === null) return { value: undefined, problem: null };
  try {
    // What was parsed is JSON.
    const value = editing.as === 'form' ? editing.value : (JSON.parse(editing.text) as Json);
    if (equalJson(value, argumentsOf(data))) return { value: undefined, problem: null };
    const parameters = isObject(data) ? ownValue(data, 'parameters') : undefined;
    const checked = checkJsonSchema(parameters ?? {}, value);
    const problem = checked.result === 'misfit' ? `${checked.problems.join('; ')}.` : null;
    return { value, problem };
  } catch (error) {
    const problem = `This is not JSON: ${error instanceof Error ? error.message : String(error)}`;
    return { value: undefined, problem };
  }
}

interface ArgumentsEditorProps {
  /** Of the form, unique on the page. */
  readonly id: string;
  readonly data: Json;
  readonly changed: ChangedArguments;
  /** The question is not here yet, and so neither is the form. */
  readonly isLoading?: boolean;
}

export function ArgumentsEditor({
  id,
  data,
  changed,
  isLoading = false,
}: ArgumentsEditorProps): ReactNode {
  const { editing, edit, problem } = changed;
  const asked = argumentsOf(data) ?? {};
  const schema = formOf(data);
  const asText = (value: Json) =>
    ({ as: 'json', text: JSON.stringify(value, undefined, 2) }) as const;
  if (editing === null)
    return (
      <Button
        disabled={isLoading}
        onClick={() => edit(schema === null ? asText(asked) : { as: 'form', value: asked })}
      >
        Change the arguments
      </Button>
    );
  return (
    <div className="grid min-w-0 gap-3 rounded-md border border-line p-3">
      {editing.as === 'form' && schema !== null ? (
        <LazySchemaForm
          id={id}
          label="Arguments to approve"
          schema={schema}
          data={editing.value}
          onChange={(value) => edit({ as: 'form', value })}
        />
      ) : (
        <JsonArguments
          text={editing.as === 'json' ? editing.text : ''}
          onChange={(text) => edit({ as: 'json', text })}
        />
      )}
      {problem !== null && (
        <p role="alert" className="text-xs text-bad-text">
          {problem}
        </p>
      )}
      <div className="flex flex-wrap gap-2">
        {editing.as === 'form' && (
          <Button size="sm" onClick={() => edit(asText(editing.value))}>
            Edit as JSON
          </Button>
        )}
        {editing.as === 'json' && schema !== null && (
          <Button
            size="sm"
            disabled={!isJson(editing.text)}
            // What was parsed is JSON.
            onClick={() => edit({ as: 'form', value: JSON.parse(editing.text) as Json })}
          >
            Edit as form
          </Button>
        )}
        <Button size="sm" onClick={() => edit(null)}>
          Keep the arguments as they are
        </Button>
      </div>
    </div>
  );
}

interface JsonArgumentsProps {
  readonly text: string;
  readonly onChange: (text: string) => void;
}

function JsonArguments({ text, onChange }: JsonArgumentsProps): ReactNode {
  return <TextAreaField label="Arguments to approve" rows={6} value={text} onChange={onChange} />;
}

/** The form of the tool; null for one that takes any object. */
function formOf(data: Json): JsonObject | null {
  const parameters = isObject(data) ? ownValue(data, 'parameters') : undefined;
  if (parameters === undefined || !isObject(parameters)) return null;
  const properties = ownValue(parameters, 'properties');
  if (properties === undefined || !isObject(properties)) return null;
  return Object.keys(properties).length === 0 ? null : toFormSchema(parameters);
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
