import { useEffect } from 'react';

interface SearchedPages {
  readonly hasNextPage: boolean;
  readonly isFetching: boolean;
  readonly isFetchNextPageError: boolean;
  readonly fetchNextPage: () => Promise<unknown>;
}

/**
 * One request looks through a bounded number of records: as long as nothing was found, and there is more to look through, the next one
 * goes on where it stopped. Gives back whether it does.
 */
export function useSearchOn(pages: SearchedPages, isWanted: boolean): boolean {
  const { hasNextPage, isFetching, isFetchNextPageError, fetchNextPage } = pages;
  const goesOn = isWanted && hasNextPage && !isFetchNextPageError;
  useEffect(() => {
    if (goesOn && !isFetching) void fetchNextPage();
  }, [goesOn, isFetching, fetchNextPage]);
  return goesOn;
}
