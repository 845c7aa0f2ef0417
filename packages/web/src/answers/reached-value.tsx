import type { JsonObject } from '@skein/kernel';
import type { ReactNode } from 'react';
import { AboutValue } from './about-value.tsx';

interface ReachedValueProps {
  readonly inputs: JsonObject;
  readonly className?: string;
}

/** What a question is about, where it brings no data of its own: what has reached its node. */
export function ReachedValue({ inputs, className }: ReachedValueProps): ReactNode {
  const values = Object.values(inputs);
  if (values.length === 0) return null;
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-2">
      <h3 className="text-sm font-semibold">What has reached this node</h3>
      <AboutValue
        label="what has reached this node"
        value={values.length === 1 ? (values[0] ?? null) : inputs}
        {...(className === undefined ? {} : { className })}
      />
    </div>
  );
}
