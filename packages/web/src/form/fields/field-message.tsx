import type { ReactNode } from 'react';

interface FieldMessageProps {
  readonly id: string;
  readonly label: string;
  readonly error: string | undefined;
  readonly description: string | undefined;
  /** Whether a message may come, so that its line is kept free. */
  readonly isKept?: boolean;
}

/** Below a field: what it is for, or in its place what is wrong with it. */
export function FieldMessage(props: FieldMessageProps): ReactNode {
  const { id, label, error, description = '', isKept = false } = props;
  if (error !== undefined)
    return (
      <p id={`${id}__error`} role="alert" className="text-xs break-words text-bad-text">
        {label}: {error}
      </p>
    );
  if (description === '') return isKept ? <p aria-hidden className="min-h-4" /> : null;
  return (
    <p id={`${id}__description`} className="text-xs text-text-3">
      {description}
    </p>
  );
}
