// The fields of an input, an answer or a result
// Built field by field; the JSON schema that they are written as is one click away.
import type { FieldProps } from '@rjsf/utils';
import { equalJson, type Json } from '@skein/kernel';
import { Braces, ListPlus } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import { Button } from '../../design/controls/button.tsx';
import { Select } from '../../design/controls/select.tsx';
import { TextAreaField } from '../../design/controls/text-area-field.tsx';
import { TextField } from '../../design/controls/text-field.tsx';
import {
  fieldKinds,
  newField,
  readFields,
  withKind,
  writeFields,
  type BuiltField,
  type FieldKind,
} from '../../graph/forms/field-list.ts';
import { EntryRows } from './entry-rows.tsx';
import { FieldFrame } from './field-frame.tsx';
import { formJson } from './form-json.ts';
import { JsonField } from './json-field.tsx';

export function SchemaField(props: FieldProps): ReactNode {
  const value = formJson(props);
  const [isJson, setJson] = useState(false);
  const read = readFields(value);
  const isBuilt = !isJson && read !== null;
  const write = (next: Json | undefined) => props.onChange(next, props.fieldPathId.path);
  return (
    <FieldFrame
      field={props}
      isGroup={isBuilt}
      actions={
        read !== null && (
          <Button
            size="sm"
            tone="ghost"
            icon={isJson ? ListPlus : Braces}
            className="-my-1"
            onClick={() => setJson(!isJson)}
          >
            {isJson ? 'As fields' : 'As JSON'}
          </Button>
        )
      }
    >
      {(label) =>
        isBuilt ? (
          <FieldBuilder label={label} read={read} value={value} onChange={write} />
        ) : (
          <JsonField
            id={props.fieldPathId.$id}
            label={label}
            rows={8}
            value={value}
            onChange={write}
          />
        )
      }
    </FieldFrame>
  );
}

interface FieldBuilderProps {
  readonly label: string;
  readonly read: readonly BuiltField[];
  readonly value: Json | undefined;
  readonly onChange: (value: Json | undefined) => void;
}

function FieldBuilder({ label, read, value, onChange }: FieldBuilderProps): ReactNode {
  const [draft, setDraft] = useState<readonly BuiltField[] | null>(null);
  // Once the schema is another one, as after an undo, what was typed is of the past.
  const isOwn = draft !== null && equalJson(writeFields(draft, value) ?? null, value ?? null);
  const fields = isOwn ? draft : read;
  const write = (next: readonly BuiltField[]) => {
    setDraft(next);
    onChange(writeFields(next, value));
  };
  return <FieldRows label={label} entry="Field" fields={fields} onChange={write} />;
}

interface FieldRowsProps {
  readonly label: string;
  /** What one of them is called. */
  readonly entry: string;
  readonly fields: readonly BuiltField[];
  readonly onChange: (fields: readonly BuiltField[]) => void;
}

function FieldRows({ label, entry, fields, onChange }: FieldRowsProps): ReactNode {
  return (
    <EntryRows
      label={label}
      entry={entry}
      entries={fields}
      onChange={onChange}
      newEntry={newField}
      add="Add field"
    >
      {(field, change) => (
        <FieldRow
          field={field}
          onChange={change}
          isTwice={fields.filter(({ name }) => name !== '' && name === field.name).length > 1}
        />
      )}
    </EntryRows>
  );
}

const kinds = Object.entries(fieldKinds).map(([value, { label }]) => ({ value, label }));

interface FieldRowProps {
  readonly field: BuiltField;
  readonly onChange: (field: BuiltField) => void;
  readonly isTwice: boolean;
}

function FieldRow({ field, onChange, isTwice }: FieldRowProps): ReactNode {
  const { name, kind, isRequired, choices, help } = field;
  const [typed, setTyped] = useState<string | null>(null);
  const offered = kinds.filter(({ value }) => value !== 'other' || kind === 'other');
  return (
    <div className="grid gap-2 rounded-md border border-line p-2.5">
      {/* In a group of a group there is no room for both beside each other. */}
      <div className="grid grid-cols-[repeat(auto-fit,minmax(7rem,1fr))] gap-2">
        <TextField
          label="Name"
          value={name}
          error={isTwice ? 'Another field has this name. Give it a name of its own.' : undefined}
          onChange={(next) => onChange({ ...field, name: next })}
        />
        <div className="grid content-start gap-1.5">
          <span aria-hidden className="text-sm font-medium">
            Type
          </span>
          <Select
            label="Type"
            value={kind}
            // One of the options.
            onChange={(next) => onChange(withKind(field, next as FieldKind))}
            options={offered}
          />
        </div>
      </div>
      {(kind === 'choice' || kind === 'choices') && (
        <TextAreaField
          label="Choices, one per line"
          rows={3}
          value={typed ?? choices.join('\n')}
          onChange={(text) => {
            setTyped(text);
            const lines = text.split('\n').map((line) => line.trim());
            onChange({ ...field, choices: [...new Set(lines.filter((line) => line !== ''))] });
          }}
        />
      )}
      {(kind === 'group' || kind === 'groups') && (
        <FieldRows
          label={`Fields of ${name || 'the group'}`}
          entry={`${name || 'Group'}: field`}
          fields={field.fields}
          onChange={(fields) => onChange({ ...field, fields })}
        />
      )}
      <TextField
        label="Help"
        placeholder="What to fill in"
        value={help}
        onChange={(next) => onChange({ ...field, help: next })}
      />
      <label className="flex items-center gap-2 text-sm">
        <input
          type="checkbox"
          checked={isRequired}
          onChange={(event) => onChange({ ...field, isRequired: event.target.checked })}
        />
        Required
      </label>
    </div>
  );
}
