import type { FieldProps } from '@rjsf/utils';

/** Whether the engine takes the value of this field as it is written. */
export function isLiteral({ uiSchema }: FieldProps): boolean {
  const options = uiSchema?.['ui:options'];
  return options?.['isLiteral'] === true;
}
