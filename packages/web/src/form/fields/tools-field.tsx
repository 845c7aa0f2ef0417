// Names of tools
// Those that the server has and those already written. Where one choice stands for all of them (`all`), the host that runs it need not
// be this one, so any other can be added by name; elsewhere they are only chosen.
import type { FieldProps } from '@rjsf/utils';
import { equalJson, type Json } from '@skein/kernel';
import type { ReactNode } from 'react';
import { useTools } from '../../data/catalogue.ts';
import { visibleText } from '../../text/visible-text.ts';
import { AddByName } from './add-by-name.tsx';
import { FieldFrame } from './field-frame.tsx';
import { JsonFormField } from './json-form-field.tsx';
import { useKnownTools } from '../known-tools.ts';
import { ToolChip } from './tool-chip.tsx';

interface All {
  readonly value: Json;
  readonly label: string;
}

export function ToolsField(props: FieldProps): ReactNode {
  const known = useKnownTools();
  const isRead = useTools().isSuccess;
  const value = props.formData as Json | undefined;
  // `settingsFields` put it there, for settings that have a word for all of them.
  const all = props.uiSchema?.['ui:options']?.['all'] as All | undefined;
  const isAll = value !== undefined && all !== undefined && equalJson(value, all.value);
  const chosen = namesIn(value);
  if (!isAll && chosen === null) return <JsonFormField {...props} />;
  const notes = new Map(known.map(({ name, description }) => [name, description]));
  const names = [...new Set([...notes.keys(), ...(chosen ?? [])])];
  const write = (next: Json | undefined) => props.onChange(next, props.fieldPathId.path);
  const toggle = (name: string) => {
    const next = chosen?.includes(name)
      ? chosen.filter((each) => each !== name)
      : [...(chosen ?? []), name];
    write(next.length === 0 ? undefined : next);
  };
  const add = (name: string) => {
    if (chosen?.includes(name) !== true) toggle(name);
  };
  return (
    <FieldFrame field={props} isGroup>
      {(label) => (
        <>
          <div role="group" aria-label={label} className="flex flex-wrap gap-2">
            {all !== undefined && (
              <ToolChip
                label={all.label}
                isOn={isAll}
                onClick={() => write(isAll ? undefined : all.value)}
              />
            )}
            {names.map((name) => (
              <ToolChip
                key={name}
                label={visibleText(name)}
                isName
                note={notes.get(name)}
                isOn={chosen?.includes(name) === true}
                onClick={() => toggle(name)}
              />
            ))}
          </div>
          {all !== undefined && <AddByName id={props.fieldPathId.$id} label={label} onAdd={add} />}
          {all === undefined && isRead && (
            <Absent names={names.filter((name) => !notes.has(name))} isNone={names.length === 0} />
          )}
        </>
      )}
    </FieldFrame>
  );
}

interface AbsentProps {
  readonly names: readonly string[];
  readonly isNone: boolean;
}

/** What cannot be chosen here, and what was written and cannot be called. */
function Absent({ names, isNone }: AbsentProps): ReactNode {
  if (isNone) return <p className="text-xs text-text-2">This server has no tools.</p>;
  if (names.length === 0) return null;
  return (
    <p className="text-xs text-text-2">
      {`This server does not have ${names.map((name) => visibleText(name)).join(', ')}.`}
    </p>
  );
}

/** The listed names; null for what a list of names cannot show. */
function namesIn(value: Json | undefined): readonly string[] | null {
  if (value === undefined || value === null || value === false) return [];
  const isList = Array.isArray(value) && value.every((each) => typeof each === 'string');
  return isList ? value : null;
}
