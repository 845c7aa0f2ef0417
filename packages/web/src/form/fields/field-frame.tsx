import type { FieldProps } from '@rjsf/utils';
import type { ReactNode } from 'react';
import { toTitle } from '../../graph/forms/config-schema.ts';
import { FieldLabel } from './field-label.tsx';
import { FieldMessage } from './field-message.tsx';
import { useShownError } from '../field-errors.ts';

interface FieldFrameProps {
  readonly field: FieldProps;
  /** For several inputs; a single input has a real label. */
  readonly isGroup?: boolean;
  /** Other ways to edit it, beside the title. */
  readonly actions?: ReactNode;
  readonly children: (label: string) => ReactNode;
}

/** Title and description around a custom field. */
export function FieldFrame(props: FieldFrameProps): ReactNode {
  const { field, isGroup = false, actions, children } = props;
  const { fieldPathId, schema, name, required, rawErrors } = field;
  const label = schema.title ?? toTitle(name);
  const id = fieldPathId.$id;
  const error = useShownError(id, rawErrors);
  return (
    <div data-field={id} className="col-span-2 grid content-start gap-1.5">
      <div className="flex min-h-5 items-center justify-between gap-2">
        <FieldLabel id={id} isGroup={isGroup} isRequired={required === true}>
          {label}
        </FieldLabel>
        {actions}
      </div>
      {children(label)}
      <FieldMessage id={id} label={label} error={error} description={schema.description} />
    </div>
  );
}
