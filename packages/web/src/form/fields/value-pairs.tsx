import type { JsonObject } from '@skein/kernel';
import type { ReactNode } from 'react';
import { EntryRows } from './entry-rows.tsx';
import { PlainInput } from './plain-input.tsx';
import { TemplateInput } from './template-input.tsx';
import { usePairs } from './use-pairs.ts';

interface ValuePairsProps {
  readonly label: string;
  readonly value: JsonObject;
  /** Whether the values are texts whatever they look like. */
  readonly isText?: boolean;
  readonly onChange: (value: JsonObject | undefined) => void;
}

/** Values by name; each may have references and expressions in it. */
export function ValuePairs({ label, value, isText, onChange }: ValuePairsProps): ReactNode {
  const [pairs, write] = usePairs(value, (next) =>
    onChange(Object.keys(next).length === 0 ? undefined : next),
  );
  return (
    <EntryRows
      label={label}
      entries={pairs}
      onChange={write}
      newEntry={{ name: '', value: '' }}
      add="Add"
    >
      {(pair, change, name) => (
        <div className="grid gap-1.5">
          <PlainInput
            label={`${name}: name`}
            placeholder="Name"
            value={pair.name}
            onChange={(next) => change({ ...pair, name: next })}
          />
          <TemplateInput
            label={`${name}: value`}
            value={pair.value === '' ? undefined : pair.value}
            isText={isText ?? false}
            onChange={(next) => change({ ...pair, value: next ?? '' })}
          />
        </div>
      )}
    </EntryRows>
  );
}
