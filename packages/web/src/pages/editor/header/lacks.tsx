import type { ReactNode } from 'react';
import type { Preflight } from '../../../graph/preflight/check-definition.ts';
import { DiagnosticList } from '../../../viewers/diagnostic-list.tsx';

interface LacksProps {
  readonly diagnostics: Preflight['lacks'];
  readonly className?: string;
}

/** Nothing is prevented: a node that lacks something may never be reached. */
export function Lacks({ diagnostics, className = '' }: LacksProps): ReactNode {
  if (diagnostics.length === 0) return null;
  return (
    <section
      aria-label="What the run may lack"
      className={`grid max-h-60 shrink-0 gap-1.5 overflow-auto ${className}`}
    >
      <p className="text-sm text-text-2">A run may fail where it needs these:</p>
      <DiagnosticList diagnostics={diagnostics} />
    </section>
  );
}
