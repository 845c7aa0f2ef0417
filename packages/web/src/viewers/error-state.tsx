import { TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import { problemOf } from '../data/problem.ts';
import { LongText } from './long-text.tsx';
import { Button } from '../design/controls/button.tsx';

interface ErrorStateProps {
  readonly error: unknown;
  readonly onRetry?: () => void;
}

/** What went wrong and how to fix it, as reported. */
export function ErrorState({ error, onRetry }: ErrorStateProps): ReactNode {
  const { code, message, hint } = problemOf(error);
  return (
    <div role="alert" className="grid flex-1 place-items-center p-8">
      <div className="grid max-w-md grid-cols-[minmax(0,1fr)] justify-items-center gap-2 text-center">
        <span className="grid size-10 place-items-center rounded-lg bg-bad-soft text-bad-text">
          <TriangleAlert size={20} aria-hidden />
        </span>
        <p className="max-w-full text-md font-semibold break-words">
          <LongText text={message} />
        </p>
        {hint !== '' && <p className="text-sm text-text-2">{hint}</p>}
        <p className="font-mono text-xs text-text-3">{code}</p>
        {onRetry !== undefined && <Button onClick={onRetry}>Try again</Button>}
      </div>
    </div>
  );
}
