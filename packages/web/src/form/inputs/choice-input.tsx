// One of those that are there
// Names of tools, functions and workflows are chosen, never written: a name that nothing has is a mistake that shows only in a run.
import { Combobox } from '@base-ui/react/combobox';
import { ChevronDown } from 'lucide-react';
import type { ReactNode } from 'react';
import { classNames } from '../../design/class-names.ts';
import { inputClass } from '../../design/controls/input-class.ts';
import { useEqualList } from './use-equal-list.ts';
import { visibleText } from '../../text/visible-text.ts';

export interface ListedChoice {
  readonly value: string;
  readonly label: string;
  readonly note?: string;
}

interface ChoiceInputProps {
  readonly id: string;
  readonly label: string;
  readonly placeholder: string;
  readonly value: string;
  readonly choices: readonly ListedChoice[];
  readonly onChange: (value: string) => void;
  readonly describedBy?: string;
  /** What is said where there is nothing to choose from. */
  readonly empty: string;
  /** What a value is called that is none of the choices, and what is said of it; default: that the server does not have it. */
  readonly absent?: { readonly label: string; readonly note: string };
}

export function ChoiceInput(props: ChoiceInputProps): ReactNode {
  const { id, label, placeholder, value, choices, onChange, describedBy, empty, absent } = props;
  const known = choices.find((each) => each.value === value);
  // What was written elsewhere, for another server, is shown and stays.
  const chosen = known ?? (value === '' ? null : { value, label: absent?.label ?? value });
  const items = useEqualList(
    known === undefined && chosen !== null ? [chosen, ...choices] : choices,
  );
  return (
    <>
      <Combobox.Root
        items={items}
        value={chosen}
        itemToStringLabel={(item: ListedChoice) => item.label}
        isItemEqualToValue={(one: ListedChoice, other: ListedChoice) => one.value === other.value}
        onValueChange={(next: ListedChoice | null) => {
          if (next !== null) onChange(next.value);
        }}
        autoHighlight
      >
        <div className="relative">
          <Combobox.Input
            id={id}
            placeholder={placeholder}
            aria-describedby={describedBy}
            onKeyDown={(event) => {
              // Escape leaves the field, like every other one. The library would empty it, and keep the key to itself.
              const isOpen = event.currentTarget.getAttribute('aria-expanded') === 'true';
              if (event.key === 'Escape' && !isOpen) event.preventBaseUIHandler();
            }}
            className={classNames(inputClass, 'h-9 pr-9')}
          />
          <Combobox.Trigger
            aria-label={`Show options for ${label.toLowerCase()}`}
            className="absolute inset-y-0 right-0 grid w-9 place-items-center text-text-3 hover:text-text"
          >
            <ChevronDown size={14} aria-hidden />
          </Combobox.Trigger>
        </div>
        <Combobox.Portal>
          <Combobox.Positioner sideOffset={4} className="z-50">
            <Combobox.Popup className="pop max-h-72 w-(--anchor-width) overflow-auto rounded-lg border border-line bg-raised p-1 shadow-3">
              <Combobox.Empty className="text-sm text-text-3 not-empty:px-2 not-empty:py-1.5">
                {choices.length === 0 ? empty : 'None has that name.'}
              </Combobox.Empty>
              <Combobox.List>
                {(item: ListedChoice) => <ChoiceRow key={item.value} item={item} />}
              </Combobox.List>
            </Combobox.Popup>
          </Combobox.Positioner>
        </Combobox.Portal>
      </Combobox.Root>
      {known === undefined && value !== '' && choices.length > 0 && (
        <p className="text-xs text-wait-text">
          {absent?.note ?? `This server has no ${visibleText(value)}.`}
        </p>
      )}
    </>
  );
}

function ChoiceRow({ item }: { readonly item: ListedChoice }): ReactNode {
  return (
    <Combobox.Item
      value={item}
      className="grid min-h-8 content-center rounded-sm px-2 py-1 text-sm outline-none data-highlighted:bg-sunken"
    >
      <span className="min-w-0 truncate">{visibleText(item.label)}</span>
      {item.note !== undefined && item.note !== '' && (
        <span className="min-w-0 truncate text-xs text-text-3">{visibleText(item.note)}</span>
      )}
    </Combobox.Item>
  );
}
