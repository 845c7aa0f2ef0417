import { Checkbox } from '@base-ui/react/checkbox';
import { CheckboxGroup } from '@base-ui/react/checkbox-group';
import type { WidgetProps } from '@rjsf/utils';
import { Check } from 'lucide-react';
import type { Json } from '@skein/kernel';
import { useContext, type ReactNode } from 'react';
import { Select } from '../../design/controls/select.tsx';
import { Switch } from '../../design/controls/switch.tsx';
import { ExpressionContext } from '../expressions/expression-context.ts';
import { ExpressionSwitch } from '../expressions/expression-switch.tsx';
import { SegmentedInput } from './segmented-input.tsx';
import { unsetWords } from './unset-words.ts';

interface Option<Value> {
  readonly value: Value;
  readonly label: string;
  readonly schema?: { readonly description?: string };
}

/** Optional fields can be left at their default. */
const unset = '';

export function SelectInput(props: WidgetProps): ReactNode {
  const known = (props.options.enumOptions ?? []) as readonly Option<unknown>[];
  const options = known.map(({ value, label, schema }) => ({
    value: String(value),
    label,
    note: schema?.description,
  }));
  // Forms hold JSON.
  const value = (props.value ?? undefined) as Json | undefined;
  const meant = options.find(
    (each) => each.value === String(value ?? props.schema['x-unset']),
  )?.note;
  const isFilled = useContext(ExpressionContext) !== null && props.options['isTemplate'] === true;
  return (
    <ExpressionSwitch
      label={props.label}
      value={value}
      onChange={(next) => props.onChange(next ?? props.options.emptyValue)}
      isLiteral={!isFilled || props.options['isLiteral'] === true}
    >
      {(write) => (
        <>
          <Select
            id={props.id}
            label={props.label}
            value={typeof value === 'object' || value === undefined ? unset : String(value)}
            onChange={(chosen) => {
              const found = known.find((each) => String(each.value) === chosen);
              // The choices of a schema are JSON.
              write(found === undefined ? undefined : (found.value as Json));
            }}
            options={
              props.required === true
                ? options
                : [{ value: unset, label: unsetWords(props.schema) }, ...options]
            }
          />
          {meant !== undefined && <p className="text-xs text-text-3">{meant}</p>}
        </>
      )}
    </ExpressionSwitch>
  );
}

export function RadioInput(props: WidgetProps): ReactNode {
  return (
    <SegmentedInput
      labelledBy={`${props.id}__label`}
      value={(props.value as unknown) ?? null}
      choices={(props.options.enumOptions ?? []) as readonly Option<unknown>[]}
      onChange={(value) => props.onChange(value)}
    />
  );
}

export function CheckboxesInput(props: WidgetProps): ReactNode {
  return (
    <CheckboxGroup
      aria-labelledby={`${props.id}__label`}
      value={Array.isArray(props.value) ? (props.value as string[]) : []}
      onValueChange={(value) => props.onChange(value)}
      className="flex flex-wrap gap-2"
    >
      {(props.options.enumOptions ?? []).map((option) => (
        <Checkbox.Root
          key={String(option.value)}
          name={String(option.value)}
          aria-label={option.label}
          className="flex h-7 items-center gap-1.5 rounded-full border border-control px-2.5 font-mono text-xs text-text-2 data-checked:border-accent data-checked:bg-accent-soft data-checked:text-accent-text"
        >
          <Checkbox.Indicator>
            <Check size={12} />
          </Checkbox.Indicator>
          {option.label}
        </Checkbox.Root>
      ))}
    </CheckboxGroup>
  );
}

export function SwitchInput(props: WidgetProps): ReactNode {
  const { label, schema, options, onChange } = props;
  // Forms hold JSON.
  const value = (props.value ?? undefined) as Json | undefined;
  const isComputed = [schema.type].flat().includes('string');
  const { description } = schema;
  return (
    <div data-field={props.id} className="col-span-2 grid gap-1">
      <ExpressionSwitch
        label={label}
        value={value}
        onChange={(next) => onChange(next ?? options.emptyValue)}
        isLiteral={!isComputed || options['isLiteral'] === true}
      >
        {(write) => (
          <span className="flex min-h-9 items-center justify-between gap-3 text-sm">
            <span aria-hidden>{label}</span>
            <Switch label={label} checked={value === true} onChange={write} />
          </span>
        )}
      </ExpressionSwitch>
      {description !== undefined && <p className="text-xs text-text-3">{description}</p>}
    </div>
  );
}
