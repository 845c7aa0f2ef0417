// Tools with their descriptions
// Those that the server has are picked, its MCP servers' included, with what they say about themselves. Their texts, and other
// tools, are edited as records below.
import type { FieldProps } from '@rjsf/utils';
import { isObject, type Json, type JsonObject } from '@skein/kernel';
import { useState, type ReactNode } from 'react';
import { useTools } from '../../data/catalogue.ts';
import { FoldMark } from '../../design/controls/fold-mark.tsx';
import { textAt } from '../../graph/own-keys.ts';
import { visibleText } from '../../text/visible-text.ts';
import { FieldFrame } from './field-frame.tsx';
import { JsonFormField } from './json-form-field.tsx';
import { ToolChip } from './tool-chip.tsx';

export function ToolRecordsField(props: FieldProps): ReactNode {
  const known = useTools().data?.items ?? [];
  // The form's data is JSON.
  const value = (props.formData ?? []) as Json;
  if (!Array.isArray(value) || !value.every((item: Json) => isObject(item)))
    return <JsonFormField {...props} />;
  // Every one of them was looked at.
  const chosen = value as readonly JsonObject[];
  const names = new Set(chosen.map((tool) => textAt(tool, 'name')));
  const toggle = ({ name, description, parameters }: (typeof known)[number]) => {
    const next = names.has(name)
      ? chosen.filter((tool) => textAt(tool, 'name') !== name)
      : [...chosen, { name, description, parameters }];
    props.onChange(next, props.fieldPathId.path);
  };
  return (
    <FieldFrame field={props} isGroup>
      {(label) => (
        <>
          <div role="group" aria-label={label} className="flex flex-wrap gap-2">
            {known.map((tool) => (
              <ToolChip
                key={tool.name}
                label={visibleText(tool.name)}
                note={visibleText(tool.description)}
                isName
                isOn={names.has(tool.name)}
                onClick={() => toggle(tool)}
              />
            ))}
            {known.length === 0 && <p className="text-xs text-text-3">This server has no tools.</p>}
          </div>
          <Records {...props} count={chosen.length} />
        </>
      )}
    </FieldFrame>
  );
}

function Records({ count, ...props }: FieldProps & { readonly count: number }): ReactNode {
  const [isOpen, setOpen] = useState(false);
  const { ArrayField } = props.registry.fields;
  if (ArrayField === undefined) return null;
  const { 'ui:field': _, ...uiSchema } = props.uiSchema ?? {};
  return (
    <details
      open={isOpen}
      onToggle={(event) => setOpen(event.currentTarget.open)}
      className="group"
    >
      <summary className="flex h-8 list-none items-center gap-2 text-xs text-text-2">
        <FoldMark />
        Descriptions and parameters
        <span className="ml-auto text-text-3">{count}</span>
      </summary>
      {isOpen && <ArrayField {...props} uiSchema={uiSchema} />}
    </details>
  );
}
