import type { JsonObject } from '@skein/kernel';
import type { ReactNode } from 'react';
import { PlainValue } from './plain-value.tsx';

interface NodeInputProps {
  readonly inputs: JsonObject;
  readonly className?: string | undefined;
}

/** The input of the node that asks, for a question without data of its own. */
export function NodeInput({ inputs, className }: NodeInputProps): ReactNode {
  const values = Object.values(inputs);
  if (values.length === 0) return null;
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-2">
      <h3 className="text-sm font-semibold">Input of this node</h3>
      <PlainValue
        label="input of this node"
        value={values.length === 1 ? (values[0] ?? null) : inputs}
        className={className}
      />
    </div>
  );
}
