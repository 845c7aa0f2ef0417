import type { ReactNode } from 'react';

interface PageProps {
  readonly title: string;
  /** Next to the title. */
  readonly actions?: ReactNode;
  readonly children: ReactNode;
}

/** A scrolling page with a title: every page except the canvas pages and the inbox. */
export function Page({ title, actions, children }: PageProps): ReactNode {
  return (
    <div className="min-h-0 flex-1 overflow-auto">
      <div className="mx-auto max-w-[1160px] px-4 py-5 md:px-8 md:py-8">
        <header className="mb-4 flex min-h-9 flex-wrap items-center gap-2 md:mb-6">
          <h1 className="mr-auto text-xl font-semibold">{title}</h1>
          {actions}
        </header>
        {children}
      </div>
    </div>
  );
}
