import type { ReactNode } from 'react';

/** Says something about the whole page, over it: what is below stays where it is, and can be used. */
export function Notice({ children }: { readonly children: ReactNode }): ReactNode {
  return (
    <p
      role="status"
      className="pointer-events-none flex max-w-full items-center gap-2 rounded-md border border-line bg-wait-soft px-4 py-1.5 text-sm text-wait-text shadow-2"
    >
      {children}
    </p>
  );
}
