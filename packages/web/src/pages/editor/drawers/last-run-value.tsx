import { isObject, type Json } from '@skein/kernel';
import type { ReactNode } from 'react';
import { JsonView } from '../../../viewers/json/json-view.tsx';

interface LastRunValueProps {
  readonly value: Json | undefined;
  readonly what: string;
  readonly isTall?: boolean;
}

/** A value of the last run, or a hint how to get one. */
export function LastRunValue({ value, what, isTall }: LastRunValueProps): ReactNode {
  if (value === undefined)
    return (
      <p className="text-sm text-text-3">
        {what} of the last run appears here. Run the workflow to see it.
      </p>
    );
  const isLarge = isTall ?? (isObject(value) || Array.isArray(value));
  return (
    <JsonView label={what.toLowerCase()} value={value} className={isLarge ? 'h-80' : 'h-24'} />
  );
}
