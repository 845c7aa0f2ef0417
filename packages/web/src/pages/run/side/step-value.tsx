import type { Json } from '@skein/kernel';
import type { ReactNode } from 'react';
import { JsonView } from '../../../viewers/json/json-view.tsx';

export function StepValue({
  title,
  value,
}: {
  readonly title: string;
  readonly value: Json;
}): ReactNode {
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-1.5">
      <h3 className="font-medium">{title}</h3>
      <JsonView label={title.toLowerCase()} value={value} className="max-h-64" />
    </div>
  );
}
