import { Checkbox } from '@base-ui/react/checkbox';
import { CheckboxGroup } from '@base-ui/react/checkbox-group';
import { Radio } from '@base-ui/react/radio';
import { RadioGroup } from '@base-ui/react/radio-group';
import type { WidgetProps } from '@rjsf/utils';
import { Check } from 'lucide-react';
import type { ReactNode } from 'react';
import { Select } from '../design/select.tsx';
import { Switch } from '../design/switch.tsx';

export function SelectInput(props: WidgetProps): ReactNode {
  const options = (props.options.enumOptions ?? []).map((option) => ({
    value: String(option.value),
    label: option.label,
  }));
  return (
    <Select
      id={props.id}
      label={props.label}
      value={props.value === undefined || props.value === null ? '' : String(props.value)}
      onChange={(value) => props.onChange(value)}
      options={options}
    />
  );
}

export function RadioInput(props: WidgetProps): ReactNode {
  return (
    <RadioGroup
      aria-labelledby={`${props.id}__label`}
      value={(props.value as unknown) ?? null}
      onValueChange={(value) => props.onChange(value)}
      className="grid auto-cols-fr grid-flow-col rounded-md border border-control bg-sunken p-0.5"
    >
      {(props.options.enumOptions ?? []).map((option) => (
        <Radio.Root
          key={String(option.value)}
          value={option.value as unknown}
          aria-label={option.label}
          className="grid h-8 place-items-center rounded-sm px-2 text-sm font-medium whitespace-nowrap text-text-2 data-checked:bg-thumb data-checked:text-text data-checked:shadow-1"
        >
          {option.label}
        </Radio.Root>
      ))}
    </RadioGroup>
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
