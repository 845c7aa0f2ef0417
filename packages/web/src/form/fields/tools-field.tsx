// Names of tools
// Those that the server has, those already written, and any other by name. One choice stands for all of them.
import type { FieldProps } from '@rjsf/utils';
import { equalJson, type Json } from '@skein/kernel';
import type { ReactNode } from 'react';
import { useTools } from '../../data/catalogue.ts';
import { visibleText } from '../../text/visible-text.ts';
import { AddByName } from './add-by-name.tsx';
import { FieldFrame } from './field-frame.tsx';
import { JsonFormField } from './json-form-field.tsx';
import { ToolChip } from './tool-chip.tsx';

interface All {
  readonly value: Json;
  readonly label: string;
}

export function ToolsField(props: FieldProps): ReactNode {
  const known = useTools().data?.items ?? [];
  const value = props.formData as Json | undefined;
  const all = props.uiSchema?.['ui:options']?.['all'] as All;
  const isAll = value !== undefined && equalJson(value, all.value);
  const chosen = namesIn(value);
  if (!isAll && chosen === null) return <JsonFormField {...props} />;
  const names = [...new Set([...known.map(({ name }) => name), ...(chosen ?? [])])];
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
            <ToolChip
              label={all.label}
              isOn={isAll}
              onClick={() => write(isAll ? undefined : all.value)}
            />
            {names.map((name) => (
              <ToolChip
                key={name}
                label={visibleText(name)}
                isName
                isOn={chosen?.includes(name) === true}
                onClick={() => toggle(name)}
              />
            ))}
          </div>
          {/* A tool that the server does not list: on another host, or added later. */}
          <AddByName id={props.fieldPathId.$id} label={label} onAdd={add} />
        </>
      )}
    </FieldFrame>
  );
}

/** The listed names; null for what a list of names cannot show. */
function namesIn(value: Json | undefined): readonly string[] | null {
  if (value === undefined || value === null || value === false) return [];
  const isList = Array.isArray(value) && value.every((each) => typeof each === 'string');
  return isList ? value : null;
}
