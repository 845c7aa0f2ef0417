// Fields, built one by one
// What people fill in, in the order in which forms show it. A field is moved and removed in a step of its own; typing is another.
import { equalJson, type Json } from '@skein/kernel';
import { Plus } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import { Button } from '../../design/controls/button.tsx';
import type { ListChange } from '../../graph/edit/list-change.ts';
import {
  newField,
  orderOfFields,
  readFields,
  writeFields,
  type BuiltField,
} from '../../graph/forms/field-list.ts';
import { movedItem } from '../../graph/moved-item.ts';
import { FieldRow } from './field-row.tsx';

interface FieldBuilderProps {
  readonly label: string;
  readonly read: readonly BuiltField[];
  readonly value: Json | undefined;
  /** With what a button did to one of the lists. */
  readonly onChange: (value: Json | undefined, change: ListChange | null) => void;
}

export function FieldBuilder({ label, read, value, onChange }: FieldBuilderProps): ReactNode {
  const [draft, setDraft] = useState<readonly BuiltField[] | null>(null);
  // Once the schema is another one, as after an undo, what was typed is of the past.
  const isOwn =
    draft !== null &&
    equalJson(writeFields(draft, value) ?? null, value ?? null) &&
    equalJson(writtenOrder(draft), orderOfFields(read));
  const fields = isOwn ? draft : read;
  const write: WriteFields = (next, change) => {
    setDraft(next);
    const isOther = !equalJson(writtenOrder(next), orderOfFields(read));
    // A field without a name is in no schema: moving it changes nothing that could be undone.
    onChange(writeFields(next, value), isOther ? (change ?? null) : null);
  };
  return <FieldRows id={label} label={label} entry="Field" fields={fields} onChange={write} />;
}

/** In objects, names that are whole numbers come first: a row does not jump while such a name is typed. */
function writtenOrder(fields: readonly BuiltField[]): Json {
  return orderOfFields(readFields(writeFields(fields, undefined)) ?? []);
}

/** With what a button did to a list. */
export type WriteFields = (fields: readonly BuiltField[], change?: ListChange) => void;

interface FieldRowsProps {
  /** Of this list, among all that are shown. */
  readonly id: string;
  readonly label: string;
  /** What one of them is called. */
  readonly entry: string;
  readonly fields: readonly BuiltField[];
  readonly onChange: WriteFields;
}

function FieldRows({ id, label, entry, fields, onChange }: FieldRowsProps): ReactNode {
  // Rows have no ids: after a move or a removal they begin anew, so that what is kept for one is not shown in another.
  const [turn, setTurn] = useState(0);
  const arrange = (next: readonly BuiltField[], change: ListChange) => {
    setTurn(turn + 1);
    onChange(next, change);
  };
  return (
    <div role="group" aria-label={label} className="grid gap-2">
      {fields.map((field, index) => (
        <FieldRow
          key={`${turn}-${index}`}
          place={{
            list: id,
            name: `${entry} ${index + 1}`,
            index,
            count: fields.length,
            onMove: (from, to) =>
              arrange(movedItem(fields, from, to), { kind: 'moved', path: [], from, to }),
          }}
          field={field}
          isTwice={fields.filter(({ name }) => name !== '' && name === field.name).length > 1}
          onChange={(next, change) => onChange(fields.with(index, next), change)}
          onRemove={() => arrange(fields.toSpliced(index, 1), { kind: 'removed', path: [], index })}
        >
          {(inner) => (
            <FieldRows
              id={`${id}-${index}`}
              label={`Fields of ${field.name || 'the group'}`}
              entry={`${field.name || 'Group'}: field`}
              fields={field.fields}
              onChange={inner}
            />
          )}
        </FieldRow>
      ))}
      <Button
        size="sm"
        icon={Plus}
        className="justify-self-start"
        onClick={() => onChange([...fields, newField])}
      >
        Add field
      </Button>
    </div>
  );
}
