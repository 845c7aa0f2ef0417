import type { ReactNode } from 'react';

interface FieldLabelProps {
  /** Of the field. */
  readonly id: string;
  /** For several inputs, which refer to it; a single input has a real label. */
  readonly isGroup: boolean;
  readonly isRequired: boolean;
  readonly children: ReactNode;
}

export function FieldLabel({ id, isGroup, isRequired, children }: FieldLabelProps): ReactNode {
  const Label = isGroup ? 'span' : 'label';
  return (
    <Label
      {...(isGroup ? { id: `${id}__label` } : { htmlFor: id })}
      className="text-sm font-medium"
    >
      {children}
      {isRequired && (
        <span className="text-bad-text" aria-hidden>
          {' '}
          *
        </span>
      )}
    </Label>
  );
}
