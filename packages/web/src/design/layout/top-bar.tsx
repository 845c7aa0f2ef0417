import type { ReactNode } from 'react';

export function TopBar({ children }: { readonly children: ReactNode }): ReactNode {
  return (
    <header className="flex h-13 shrink-0 items-center gap-2 border-b border-line bg-surface px-3 md:px-4">
      {children}
    </header>
  );
}
