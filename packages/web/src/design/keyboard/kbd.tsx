import type { ReactNode } from 'react';

export function Kbd({ children }: { readonly children: ReactNode }): ReactNode {
  return (
    <kbd className="rounded-sm border border-line bg-sunken px-1.5 font-sans text-xs text-text-2">
      {children}
    </kbd>
  );
}
