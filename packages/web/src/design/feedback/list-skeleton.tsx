import type { ReactNode } from 'react';
import { Skeleton } from './skeleton.tsx';

/** Placeholder for the first rows of a list. */
export function ListSkeleton(): ReactNode {
  return (
    <div className="grid gap-3 p-4">
      <Skeleton className="h-10" />
      <Skeleton className="h-10" />
      <Skeleton className="h-10" />
    </div>
  );
}
