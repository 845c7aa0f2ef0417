import { Select as BaseSelect } from '@base-ui/react/select';
import { Check, ChevronDown } from 'lucide-react';
import type { ReactNode } from 'react';
import { classNames } from '../class-names.ts';
import { inputClass } from './input-class.ts';

export interface Option {
  readonly value: string;
  readonly label: string;
  /** What choosing it means. */
  readonly note?: string | undefined;
}

interface SelectProps {
  readonly id?: string;
  readonly label: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly options: readonly Option[];
  readonly className?: string;
  readonly 'aria-describedby'?: string | undefined;
  readonly 'aria-invalid'?: true | undefined;
}

export function Select(props: SelectProps): ReactNode {
  const { id, label, value, onChange, options, className } = props;
  const { 'aria-describedby': describedBy, 'aria-invalid': isInvalid } = props;
  // Not by `items`: a new list with each render is a second render of its own, and fast typing
  // beside some selects adds them up to more than React allows.
  const labelOf = (chosen: string) =>
    options.find((option) => option.value === chosen)?.label ?? chosen;
  return (
    <BaseSelect.Root
      value={value}
      onValueChange={(chosen: string | null) => chosen !== null && onChange(chosen)}
    >
      <BaseSelect.Trigger
        id={id}
        aria-label={label}
        aria-describedby={describedBy}
        aria-invalid={isInvalid}
        className={classNames(
          inputClass,
          'flex h-9 items-center justify-between gap-2 text-left',
          className,
        )}
      >
        <span className="min-w-0 truncate">
          <BaseSelect.Value>{labelOf}</BaseSelect.Value>
        </span>
        <ChevronDown size={14} aria-hidden className="shrink-0 text-text-3" />
      </BaseSelect.Trigger>
      <BaseSelect.Portal>
        <BaseSelect.Positioner sideOffset={4} alignItemWithTrigger={false} className="z-50">
          <BaseSelect.Popup className="pop max-h-80 min-w-(--anchor-width) overflow-auto rounded-lg border border-line bg-raised p-1 shadow-3">
            {options.map((option) => (
              <SelectItem key={option.value} option={option} />
            ))}
          </BaseSelect.Popup>
        </BaseSelect.Positioner>
      </BaseSelect.Portal>
    </BaseSelect.Root>
  );
}

function SelectItem({ option }: { readonly option: Option }): ReactNode {
  return (
    <BaseSelect.Item
      value={option.value}
      className="flex min-h-8 items-center gap-2 rounded-sm px-2 text-sm outline-none data-highlighted:bg-sunken"
    >
      <span className="w-4 shrink-0 text-accent-text">
        <BaseSelect.ItemIndicator>
          <Check size={14} />
        </BaseSelect.ItemIndicator>
      </span>
      <span className="grid max-w-80 py-1">
        <BaseSelect.ItemText>{option.label}</BaseSelect.ItemText>
        {option.note !== undefined && <span className="text-xs text-text-2">{option.note}</span>}
      </span>
    </BaseSelect.Item>
  );
}
