// A condition in a form
// Built from comparisons and groups, or written as JSON. A condition that the form cannot show is edited as JSON and stays as
// it is.
import type { FieldProps } from '@rjsf/utils';
import type { Json } from '@skein/kernel';
import { Braces, ListTree } from 'lucide-react';
import { useContext, useState, type ReactNode } from 'react';
import { Button } from '../../design/controls/button.tsx';
import {
  readCondition,
  writeCondition,
  type ConditionTree,
} from '../../graph/conditions/condition-tree.ts';
import { conditionToExpression } from '../../graph/expressions/condition-to-expression.ts';
import { ExpressionContext } from '../expressions/expression-context.ts';
import { ExpressionField } from '../expressions/expression-field.tsx';
import { ExpressionResult } from '../expressions/expression-result.tsx';
import { ExpressionToggle } from '../expressions/expression-toggle.tsx';
import { useExpressionMode } from '../expressions/use-expression-mode.ts';
import { usePreview } from '../expressions/use-preview.ts';
import { FieldFrame } from '../fields/field-frame.tsx';
import { JsonField } from '../fields/json-field.tsx';
import { AddCondition } from './add-condition.tsx';
import { ConditionPart } from './condition-part.tsx';

export function ConditionField(props: FieldProps): ReactNode {
  const value = (props.formData ?? undefined) as Json | undefined;
  const write = (next: Json | undefined) => props.onChange(next, props.fieldPathId.path);
  return (
    <FieldFrame field={props} isGroup>
      {(label) => (
        <ConditionInput id={props.fieldPathId.$id} label={label} value={value} onChange={write} />
      )}
    </FieldFrame>
  );
}

interface ConditionInputProps {
  readonly id: string;
  readonly label: string;
  readonly value: Json | undefined;
  readonly onChange: (value: Json | undefined) => void;
  /** How conditions are written here; default as everywhere but in the steps of data nodes. */
  readonly notation?: ConditionNotation;
}

export interface ConditionNotation {
  readonly read: (value: Json) => ConditionTree | null;
  readonly write: (tree: ConditionTree) => Json;
  /** As an expression; null for what has none. */
  readonly convert: (value: Json) => string | null;
}

const usual: ConditionNotation = {
  read: readCondition,
  write: writeCondition,
  convert: treeToExpression,
};

/** The same outside of a form that is made from a schema. */
export function ConditionInput(props: ConditionInputProps): ReactNode {
  const { label, value, onChange, notation = usual } = props;
  const place = useContext(ExpressionContext);
  const mode = useExpressionMode({ value, onChange, convert: notation.convert });
  const inner = place === null ? null : mode.inner;
  const { preview, places } = usePreview(place, { inner, value: undefined });
  const toggle = place !== null && (
    <ExpressionToggle label={label} isPressed={inner !== null} onToggle={mode.toggle} />
  );
  if (inner === null || place === null)
    return <ConditionForm {...props} onChange={mode.write} toggle={toggle} />;
  return (
    <div role="group" aria-label={label} className="grid gap-1.5">
      <ExpressionField label={label} inner={inner} mode={mode} place={place} problems={places} />
      {toggle}
      {preview !== null && <ExpressionResult preview={preview} source={place.source} />}
    </div>
  );
}

function treeToExpression(value: Json): string | null {
  const tree = readCondition(value);
  return tree === null ? null : conditionToExpression(tree);
}

interface ConditionFormProps extends ConditionInputProps {
  readonly toggle: ReactNode;
}

function ConditionForm(props: ConditionFormProps): ReactNode {
  const { id, label, value, onChange, toggle, notation = usual } = props;
  const [isJson, setJson] = useState(false);
  const tree = value === undefined ? undefined : notation.read(value);
  if (isJson || tree === null)
    return (
      <div className="grid gap-1.5">
        <JsonField
          id={id}
          label={label}
          value={value}
          onChange={(next) => {
            // Stays JSON while the user writes JSON, even once the form could show it.
            setJson(true);
            onChange(next);
          }}
        />
        {tree === null ? (
          <p className="text-xs text-text-3">This condition can only be edited as JSON.</p>
        ) : (
          <Button
            size="sm"
            tone="ghost"
            icon={ListTree}
            className="justify-self-start"
            onClick={() => setJson(false)}
          >
            As a form
          </Button>
        )}
      </div>
    );
  const write = (next: ConditionTree | undefined) =>
    onChange(next === undefined ? undefined : notation.write(next));
  return (
    <div role="group" aria-label={label} className="grid gap-2">
      {tree !== undefined && <ConditionPart id={id} label={label} tree={tree} onChange={write} />}
      <div className="flex flex-wrap items-center justify-between gap-2">
        {tree?.kind === 'group' ? <span /> : <AddCondition tree={tree} onChange={write} />}
        <div className="flex gap-1">
          {toggle}
          <Button size="sm" tone="ghost" icon={Braces} onClick={() => setJson(true)}>
            As JSON
          </Button>
        </div>
      </div>
    </div>
  );
}
