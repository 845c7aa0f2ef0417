import { useId, type ReactNode } from 'react';

interface FieldProps {
  readonly label: string;
  readonly note?: ReactNode;
  /** Renders the input with these attributes. */
  readonly children: (given: {
    readonly id: string;
    readonly 'aria-describedby'?: string | undefined;
  }) => ReactNode;
}

/** A label, an input and a note below it. */
export function Field({ label, note, children }: FieldProps): ReactNode {
  const id = useId();
  const noteId = `${id}-note`;
  return (
    <div className="grid min-w-0 content-start gap-1.5">
      <label htmlFor={id} className="text-sm font-medium">
        {label}
      </label>
      {children({ id, 'aria-describedby': note === undefined ? undefined : noteId })}
      {note !== undefined && (
        <p id={noteId} className="text-xs text-text-3">
          {note}
        </p>
      )}
    </div>
  );
}
