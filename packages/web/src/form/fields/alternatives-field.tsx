// One of several ways
// A setting whose keys exclude each other: the way is chosen first, then only its fields are shown.
import type { FieldProps, RJSFSchema } from '@rjsf/utils';
import { isObject, type Json, type JsonObject } from '@skein/kernel';
import { useState, type ReactNode } from 'react';
import { Select } from '../../design/controls/select.tsx';
import { objectAt, withKeys } from '../../graph/own-keys.ts';
import { FieldFrame } from './field-frame.tsx';

export interface Alternative {
  readonly label: string;
  /** The key that stands for it; two alternatives may have values of different types under one key. */
  readonly key: string;
  /** What is written when it is chosen. */
  readonly first: Json;
  /** The schema of its value, where the one of the setting leaves it open; null: there is nothing to fill in. */
  readonly schema?: JsonObject | null;
}

const none = '';

export function AlternativesField(props: FieldProps): ReactNode {
  // `uiSchemaOf` put them there.
  const alternatives = props.uiSchema?.['ui:options']?.['alternatives'] as readonly Alternative[];
  const data: unknown = props.formData;
  const value: JsonObject = isObject(data) ? data : {};
  // Stays while its only field is empty, which forms do not write.
  const [picked, setPicked] = useState<Alternative | null>(null);
  const chosen = chosenOf(alternatives, value) ?? picked;
  const choose = (label: string) => {
    const next = alternatives.find((each) => each.label === label) ?? null;
    setPicked(next);
    const cleared = Object.fromEntries(alternatives.map(({ key }) => [key, undefined]));
    const written =
      next === null ? undefined : { [next.key]: next.first, ...withKeys(value, cleared) };
    props.onChange(written, props.fieldPathId.path);
  };
  const { ObjectField } = props.registry.fields;
  // The fields inside, without this one around them.
  const { 'ui:field': _, 'ui:options': __, ...inner } = props.uiSchema ?? {};
  return (
    <FieldFrame field={props}>
      {(label) => (
        <>
          <Select
            id={props.fieldPathId.$id}
            label={label}
            value={chosen?.label ?? none}
            onChange={choose}
            options={[
              { value: none, label: 'None' },
              ...alternatives.map((each) => ({ value: each.label, label: each.label })),
            ]}
          />
          {chosen !== null && ObjectField !== undefined && (
            <div className="border-l-2 border-line pl-3">
              <ObjectField
                {...props}
                key={chosen.label}
                schema={schemaOf(props.schema, chosen, alternatives)}
                uiSchema={inner}
              />
            </div>
          )}
        </>
      )}
    </FieldFrame>
  );
}

function chosenOf(
  alternatives: readonly Alternative[],
  value: JsonObject,
): Alternative | undefined {
  const fitting = alternatives.filter(({ key }) => Object.hasOwn(value, key));
  const [first] = fitting;
  const ofType = fitting.find(({ key, first: own }) => isObject(value[key]) === isObject(own));
  return fitting.every(({ key }) => key === first?.key) ? (ofType ?? first) : first;
}

/** With the fields of the chosen one, and those that belong to all. */
function schemaOf(
  schema: RJSFSchema,
  chosen: Alternative,
  alternatives: readonly Alternative[],
): RJSFSchema {
  // A schema is JSON.
  const properties = objectAt(schema as JsonObject, 'properties');
  const keys = new Set(alternatives.map(({ key }) => key));
  const shown = Object.entries(properties).flatMap(([key, child]) => {
    if (!keys.has(key)) return [[key, child] as const];
    if (key !== chosen.key || chosen.schema === null) return [];
    return [[key, chosen.schema ?? child] as const];
  });
  // The library's type for the same value.
  return { type: 'object', title: '', properties: Object.fromEntries(shown) as RJSFSchema };
}
