/** The look of everything that one types into. */
export const inputClass =
  'w-full rounded-md border border-control bg-surface px-3 text-sm text-text placeholder:text-text-3 hover:border-text-3 focus-visible:outline-offset-[-1px] aria-invalid:border-bad';
