import { Autocomplete } from '@base-ui/react/autocomplete';
import { ChevronDown } from 'lucide-react';
import type { ReactNode } from 'react';
import { classNames } from '../../design/class-names.ts';
import { inputClass } from '../../design/controls/input-class.ts';
import { useEqualList } from './use-equal-list.ts';
import { visibleText } from '../../text/visible-text.ts';

export interface Suggestion {
  readonly value: string;
  readonly note?: string;
}

interface SuggestInputProps {
  readonly id: string;
  readonly label: string;
  /** For inputs without a visible label. */
  readonly ariaLabel?: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly onBlur?: () => void;
  readonly suggestions: readonly Suggestion[];
  readonly placeholder?: string | undefined;
  readonly describedBy?: string;
}

/** A free text with suggestions. */
export function SuggestInput(props: SuggestInputProps): ReactNode {
  const { id, label, ariaLabel, value, onChange, onBlur, suggestions, placeholder, describedBy } =
    props;
  const items = useEqualList(suggestions);
  return (
    <Autocomplete.Root
      items={items}
      itemToStringValue={({ value: text }: Suggestion) => text}
      // Opening the list of a filled input shows all options, not only matching ones.
      filter={(item: Suggestion, typed) => typed === value || item.value.includes(typed)}
      value={value}
      onValueChange={(typed) => onChange(typed)}
      openOnInputClick
    >
      <div className="relative">
        <Autocomplete.Input
          id={id}
          placeholder={placeholder}
          aria-label={ariaLabel}
          aria-describedby={describedBy}
          onBlur={onBlur}
          className={classNames(inputClass, 'h-9 pr-9')}
        />
        <Autocomplete.Trigger
          aria-label={`Show options for ${label.toLowerCase()}`}
          className="absolute inset-y-0 right-0 grid w-9 place-items-center text-text-3 hover:text-text"
        >
          <ChevronDown size={14} aria-hidden />
        </Autocomplete.Trigger>
      </div>
      <Autocomplete.Portal>
        <Autocomplete.Positioner sideOffset={4} className="z-50">
          <Autocomplete.Popup className="pop max-h-72 w-(--anchor-width) overflow-auto rounded-lg border border-line bg-raised p-1 shadow-3 data-empty:hidden">
            <Autocomplete.List>
              {(item: Suggestion) => <SuggestItem key={item.value} item={item} />}
            </Autocomplete.List>
          </Autocomplete.Popup>
        </Autocomplete.Positioner>
      </Autocomplete.Portal>
    </Autocomplete.Root>
  );
}

function SuggestItem({ item }: { readonly item: Suggestion }): ReactNode {
  return (
    <Autocomplete.Item
      value={item}
      className="flex min-h-8 items-center justify-between gap-3 rounded-sm px-2 text-sm outline-none data-highlighted:bg-sunken"
    >
      <span className="min-w-0 truncate">{visibleText(item.value)}</span>
      {item.note !== undefined && (
        <span className="min-w-0 truncate text-xs text-text-3">{visibleText(item.note)}</span>
      )}
    </Autocomplete.Item>
  );
}
