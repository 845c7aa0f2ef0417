import { useId, type ReactNode } from 'react';

interface FieldProps {
  readonly label: string;
  readonly note?: ReactNode;
  /** What is wrong with the value; shown in place of the note. */
  readonly error?: string | undefined;
  /** Renders the input with these attributes. */
  readonly children: (given: {
    readonly id: string;
    readonly 'aria-describedby'?: string | undefined;
    readonly 'aria-invalid'?: true | undefined;
  }) => ReactNode;
}

/** A label, an input and a note below it. */
export function Field({ label, note, error, children }: FieldProps): ReactNode {
  const id = useId();
  const noteId = `${id}-note`;
  const isPlain = note === undefined && error === undefined;
  return (
    <div className="grid min-w-0 content-start gap-1.5">
      <label htmlFor={id} className="text-sm font-medium">
        {label}
      </label>
      {children({
        id,
        'aria-describedby': isPlain ? undefined : noteId,
        'aria-invalid': error === undefined ? undefined : true,
      })}
      {error === undefined
        ? note !== undefined && (
            <p id={noteId} className="text-xs text-text-3">
              {note}
            </p>
          )
        : fieldError(noteId, error)}
    </div>
  );
}

function fieldError(id: string, error: string): ReactNode {
  return (
    <p id={id} role="alert" className="text-xs break-words text-bad-text">
      {error}
    </p>
  );
}
