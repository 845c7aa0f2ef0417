import { Checkbox } from '@base-ui/react/checkbox';
import { CheckboxGroup } from '@base-ui/react/checkbox-group';
import type { WidgetProps } from '@rjsf/utils';
import { Check } from 'lucide-react';
import type { ReactNode } from 'react';
import { Select } from '../../design/controls/select.tsx';
import { Switch } from '../../design/controls/switch.tsx';
import { SegmentedInput } from './segmented-input.tsx';

interface Option<Value> {
  readonly value: Value;
  readonly label: string;
}

/** Optional fields can be left at their default. */
const unset = '';

export function SelectInput(props: WidgetProps): ReactNode {
  const known = (props.options.enumOptions ?? []) as readonly Option<unknown>[];
  const options = known.map(({ value, label }) => ({ value: String(value), label }));
  return (
    <Select
      id={props.id}
      label={props.label}
      value={props.value === undefined || props.value === null ? unset : String(props.value)}
      onChange={(chosen) => {
        const found = known.find(({ value }) => String(value) === chosen);
        props.onChange(found === undefined ? props.options.emptyValue : found.value);
      }}
      options={props.required === true ? options : [{ value: unset, label: 'Not set' }, ...options]}
    />
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
  return (
    <span className="col-span-2 flex items-center justify-between gap-3 text-sm">
      <span aria-hidden>{props.label}</span>
      <Switch
        label={props.label}
        checked={props.value === true}
        onChange={(value) => props.onChange(value)}
      />
    </span>
  );
}
