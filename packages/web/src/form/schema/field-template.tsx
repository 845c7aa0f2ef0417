import type { FieldTemplateProps } from '@rjsf/utils';
import type { ReactNode } from 'react';
import { classNames } from '../../design/class-names.ts';
import { FieldLabel } from '../fields/field-label.tsx';

export function FieldTemplate(props: FieldTemplateProps): ReactNode {
  const { schema, uiSchema, id, label, required, rawErrors, rawDescription, children } = props;
  if (props.hidden === true) return <div hidden>{children}</div>;
  if (schema.type === 'boolean' || uiSchema?.['ui:field'] !== undefined) return children;
  if (schema.type === 'object' && schema.properties !== undefined) return children;
  const widget: unknown = uiSchema?.['ui:widget'];
  const isGroup =
    ['radio', 'prompt', 'code', 'effort'].includes(String(widget)) || schema.type === 'array';
  const [error] = rawErrors ?? [];
  return (
    <div
      className={classNames(
        'grid content-start gap-1.5',
        uiSchema?.['ui:half'] === true ? 'col-span-1' : 'col-span-2',
      )}
    >
      <FieldLabel id={id} isGroup={isGroup} isRequired={required === true}>
        {label}
      </FieldLabel>
      {children}
      {error === undefined ? (
        rawDescription !== undefined &&
        rawDescription !== '' && (
          <p id={`${id}__description`} className="text-xs text-text-3">
            {rawDescription}
          </p>
        )
      ) : (
        <p id={`${id}__error`} role="alert" className="text-xs text-bad-text">
          {error}
        </p>
      )}
    </div>
  );
}
