import type { FieldProps } from '@rjsf/utils';
import { ArrowRight } from 'lucide-react';
import type { ReactNode } from 'react';
import { PairsField } from './pairs-field.tsx';
import { PlainInput } from '../fields/plain-input.tsx';
import { RowFieldInput } from './row-field.tsx';

/** New names of fields, by the old ones. */
export function NamesField(props: FieldProps): ReactNode {
  return (
    <PairsField
      field={props}
      newPair={{ name: '', value: '' }}
      add="Add field"
      shows={(value) => typeof value === 'string'}
    >
      {(pair, change, name) => (
        <div className="flex items-center gap-2">
          <div className="min-w-0 flex-1">
            <RowFieldInput
              id={`${props.fieldPathId.$id}-${name}`}
              label={`${name}: old name`}
              isBare
              placeholder="Old name"
              value={pair.name}
              onChange={(next) => change({ ...pair, name: next })}
            />
          </div>
          <ArrowRight size={14} aria-hidden className="shrink-0 text-text-3" />
          <div className="min-w-0 flex-1">
            <PlainInput
              label={`${name}: new name`}
              placeholder="New name"
              value={typeof pair.value === 'string' ? pair.value : ''}
              onChange={(value) => change({ ...pair, value })}
            />
          </div>
        </div>
      )}
    </PairsField>
  );
}
