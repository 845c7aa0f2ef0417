/** The look of all text inputs. */
export const inputClass =
  'w-full rounded-md border border-control bg-surface px-3 text-sm text-text placeholder:text-text-3 hover:border-text-3 focus-visible:outline-offset-[-1px] aria-invalid:border-bad';
