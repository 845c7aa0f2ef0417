import type { FieldTemplateProps } from '@rjsf/utils';
import type { ReactNode } from 'react';
import { classNames } from '../../design/class-names.ts';
import { useShownError } from '../field-errors.ts';
import { FieldLabel } from '../fields/field-label.tsx';
import { FieldMessage } from '../fields/field-message.tsx';

/** Inputs that are no single element with a label of its own. */
const groups: ReadonlySet<string> = new Set(['radio', 'prompt', 'code', 'effort', 'line']);

export function FieldTemplate(props: FieldTemplateProps): ReactNode {
  const { schema, uiSchema, id, label, required, rawErrors, rawDescription, children } = props;
  const error = useShownError(id, rawErrors);
  if (props.hidden === true) return <div hidden>{children}</div>;
  const widget: unknown = uiSchema?.['ui:widget'];
  const isSwitch = [schema.type].flat()[0] === 'boolean';
  if (isSwitch || uiSchema?.['ui:field'] !== undefined) return children;
  if (schema.type === 'object' && schema.properties !== undefined) return children;
  const isGroup = groups.has(String(widget)) || schema.type === 'array';
  return (
    <div
      data-field={id}
      className={classNames(
        'grid content-start gap-1.5',
        uiSchema?.['ui:half'] === true ? 'col-span-1' : 'col-span-2',
      )}
    >
      <FieldLabel id={id} isGroup={isGroup} isRequired={required === true}>
        {label}
      </FieldLabel>
      {children}
      <FieldMessage
        id={id}
        label={label}
        error={error}
        // The sentence of the choice that applies says it; a schema of users says more.
        description={schema['x-explained'] === true ? undefined : rawDescription}
        isKept={required === true}
      />
    </div>
  );
}
