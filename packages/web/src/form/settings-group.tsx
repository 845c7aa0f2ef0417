import { isObject, type Json, type JsonObject } from '@skein/kernel';
import { useMemo, useState, type ReactNode } from 'react';
import { FoldMark } from '../design/controls/fold-mark.tsx';
import { LazySchemaForm } from './lazy-schema-form.tsx';
import type { NamedFields } from './schema/ui-schema.ts';
import { shownValues } from '../graph/edit/shown-values.ts';
import type { NodeGroup } from '../graph/forms/node-group.ts';
import { plainJson } from '../graph/plain-json.ts';

interface SettingsGroupProps {
  /** Of the form, on the page. */
  readonly id: string;
  readonly group: NodeGroup;
  /** What has these settings, as written in the definition. */
  readonly record: JsonObject;
  /** What fields with these names are elsewhere. */
  readonly fields: NamedFields;
  /** With the keys of the group that are set. */
  readonly onChange: (values: JsonObject) => void;
}

/** Settings that most people leave as they are: folded, with a summary. */
export function SettingsGroup({
  id,
  group,
  record,
  fields,
  onChange,
}: SettingsGroupProps): ReactNode {
  const [isOpen, setOpen] = useState(false);
  const named = useMemo(() => ({ ...fields, settings: group.settings }), [fields, group]);
  const write = (data: Json) => {
    const values = plainJson(data);
    if (isObject(values)) onChange(values);
  };
  return (
    <details
      open={isOpen}
      onToggle={(event) => setOpen(event.currentTarget.open)}
      className="group border-t border-line"
    >
      <summary className="flex h-10 list-none items-center gap-2 text-sm font-medium">
        <FoldMark />
        <span className="shrink-0">{group.title}</span>
        <span className="ml-auto truncate text-xs font-normal text-text-3">
          {group.summary(record)}
        </span>
      </summary>
      {isOpen && (
        <div className="pb-3">
          <LazySchemaForm
            id={id}
            label={group.title}
            schema={group.schema}
            named={named}
            data={shownValues(record, group.keys)}
            onChange={write}
          />
        </div>
      )}
    </details>
  );
}
