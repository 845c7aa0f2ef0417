// The fields of an input, an answer or a result
// Built field by field; the JSON schema that they are written as is one click away.
import type { FieldProps } from '@rjsf/utils';
import { Braces, ListPlus } from 'lucide-react';
import { useContext, useState, type ReactNode } from 'react';
import type { Json } from '@skein/kernel';
import { Button } from '../../design/controls/button.tsx';
import type { ListChange } from '../../graph/edit/list-change.ts';
import { readFields } from '../../graph/forms/field-list.ts';
import { FieldBuilder } from '../builder/field-builder.tsx';
import { FieldFrame } from './field-frame.tsx';
import { formJson } from './form-json.ts';
import { WrittenValues } from '../written-values.ts';
import { JsonField } from './json-field.tsx';

export function SchemaField(props: FieldProps): ReactNode {
  const { path } = props.fieldPathId;
  const written = useContext(WrittenValues);
  const value = written === null ? formJson(props) : written.at(path);
  const [isJson, setJson] = useState(false);
  const read = readFields(value);
  const isBuilt = !isJson && read !== null;
  const write = (next: Json | undefined, change: ListChange | null = null) => {
    if (written === null) props.onChange(next, path);
    else written.write(path, next, change);
  };
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
