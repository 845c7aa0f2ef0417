import type { FieldProps } from '@rjsf/utils';
import type { ReactNode } from 'react';
import { toTitle } from '../../graph/forms/config-schema.ts';
import { FieldLabel } from './field-label.tsx';

interface FieldFrameProps {
  readonly field: FieldProps;
  /** For several inputs; a single input has a real label. */
  readonly isGroup?: boolean;
  readonly children: (label: string) => ReactNode;
}

/** Title and description around a custom field. */
export function FieldFrame({ field, isGroup = false, children }: FieldFrameProps): ReactNode {
  const { fieldPathId, schema, name, required } = field;
  const label = schema.title ?? toTitle(name);
  return (
    <div className="col-span-2 grid content-start gap-1.5">
      <FieldLabel id={fieldPathId.$id} isGroup={isGroup} isRequired={required === true}>
        {label}
      </FieldLabel>
      {children(label)}
      {schema.description !== undefined && (
        <p className="text-xs text-text-3">{schema.description}</p>
      )}
    </div>
  );
}
