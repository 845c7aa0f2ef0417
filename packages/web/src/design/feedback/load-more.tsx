import type { ReactNode } from 'react';
import { Button } from '../controls/button.tsx';

interface LoadMoreProps {
  readonly hasMore: boolean;
  readonly isLoading: boolean;
  readonly onLoad: () => void;
}

/** Loads the next page of a list. */
export function LoadMore({ hasMore, isLoading, onLoad }: LoadMoreProps): ReactNode {
  if (!hasMore) return null;
  return (
    <div className="flex justify-center border-t border-line p-3">
      <Button disabled={isLoading} onClick={onLoad}>
        {isLoading ? 'Loading…' : 'Load more'}
      </Button>
    </div>
  );
}
