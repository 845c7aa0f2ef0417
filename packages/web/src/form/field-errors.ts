// Which mistakes are shown
// A field says what is wrong with it once somebody has left it, or has tried to send the form; not while it is filled in for the
// first time, and not when a form opens.
import { createContext, useContext } from 'react';

export interface FieldErrors {
  /** The ids of the fields that were left. */
  readonly left: ReadonlySet<string>;
  /** Whether the form was to be sent. */
  readonly isSent: boolean;
}

export const FieldErrorsContext = createContext<FieldErrors>({ left: new Set(), isSent: false });

/** The first mistake of a field, if it is shown. */
export function useShownError(
  id: string,
  errors: readonly string[] | undefined,
): string | undefined {
  const { left, isSent } = useContext(FieldErrorsContext);
  return isSent || left.has(id) ? errors?.[0] : undefined;
}
