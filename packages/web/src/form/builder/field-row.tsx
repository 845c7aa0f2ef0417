import { X } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import { IconButton } from '../../design/controls/icon-button.tsx';
import { Select } from '../../design/controls/select.tsx';
import { TextAreaField } from '../../design/controls/text-area-field.tsx';
import { TextField } from '../../design/controls/text-field.tsx';
import { titleOf } from '../../graph/forms/config-schema.ts';
import type { ListChange } from '../../graph/edit/list-change.ts';
import {
  fieldKinds,
  withKind,
  type BuiltField,
  type FieldKind,
} from '../../graph/forms/field-list.ts';
import {
  MovableItem,
  MoveButtons,
  MoveHandle,
  type MovableItemProps,
} from '../lists/movable-item.tsx';

const kinds = Object.entries(fieldKinds).map(([value, { label }]) => ({ value, label }));

interface FieldRowProps {
  readonly place: MovableItemProps;
  readonly field: BuiltField;
  readonly isTwice: boolean;
  /** With what a button did to the fields inside it. */
  readonly onChange: (field: BuiltField, change?: ListChange) => void;
  readonly onRemove: () => void;
  /** The fields of a group. */
  readonly children: (
    onChange: (fields: readonly BuiltField[], change?: ListChange) => void,
  ) => ReactNode;
}

export function FieldRow(props: FieldRowProps): ReactNode {
  const { place, field, isTwice, onChange, onRemove, children } = props;
  const { name, kind, help, label } = field;
  return (
    <MovableItem {...place} className="grid gap-2 rounded-md border border-line p-2.5 pt-1">
      <div className="-mr-1.5 flex items-center">
        <MoveHandle {...place} />
        <span className="num flex-1 text-xs font-medium text-text-3">{place.index + 1}</span>
        <MoveButtons {...place} />
        <IconButton size="sm" label={`Remove ${place.name}`} icon={X} onClick={onRemove} />
      </div>
      {/* In a group of a group there is no room for both beside each other. */}
      <div className="grid grid-cols-[repeat(auto-fit,minmax(7rem,1fr))] gap-2">
        <TextField
          label="Name"
          value={name}
          error={isTwice ? 'Another field has this name. Give it a name of its own.' : undefined}
          onChange={(next) => onChange({ ...field, name: next })}
        />
        <KindChoice kind={kind} onChange={(next) => onChange(withKind(field, next))} />
      </div>
      {(kind === 'choice' || kind === 'choices') && (
        <Choices choices={field.choices} onChange={(choices) => onChange({ ...field, choices })} />
      )}
      <TextField
        label="Label"
        placeholder={name === '' ? 'What forms call it' : titleOf(name)}
        value={label}
        onChange={(next) => onChange({ ...field, label: next })}
      />
      <TextField
        label="Help"
        placeholder="What to fill in"
        value={help}
        onChange={(next) => onChange({ ...field, help: next })}
      />
      <label className="flex items-center gap-2 text-sm">
        <input
          type="checkbox"
          checked={field.isRequired}
          onChange={(event) => onChange({ ...field, isRequired: event.target.checked })}
        />
        Required
      </label>
      {(kind === 'group' || kind === 'groups') &&
        children((fields, change) => onChange({ ...field, fields }, change))}
    </MovableItem>
  );
}

interface KindChoiceProps {
  readonly kind: FieldKind;
  readonly onChange: (kind: FieldKind) => void;
}

function KindChoice({ kind, onChange }: KindChoiceProps): ReactNode {
  return (
    <div className="grid content-start gap-1.5">
      <span aria-hidden className="text-sm font-medium">
        Type
      </span>
      <Select
        label="Type"
        value={kind}
        // One of the options.
        onChange={(next) => onChange(next as FieldKind)}
        options={kinds.filter(({ value }) => value !== 'other' || kind === 'other')}
      />
    </div>
  );
}

interface ChoicesProps {
  readonly choices: readonly string[];
  readonly onChange: (choices: readonly string[]) => void;
}

function Choices({ choices, onChange }: ChoicesProps): ReactNode {
  // As typed: an empty line is no choice, and must be there to be written on.
  const [typed, setTyped] = useState<string | null>(null);
  return (
    <TextAreaField
      label="Choices, one per line"
      rows={3}
      value={typed ?? choices.join('\n')}
      onChange={(text) => {
        setTyped(text);
        const lines = text.split('\n').map((line) => line.trim());
        onChange([...new Set(lines.filter((line) => line !== ''))]);
      }}
    />
  );
}
