import { useEffect, useMemo, useState } from 'react';
import { useWaits, type Wait } from '../../data/waits.ts';
import { isAbout } from './is-about.ts';
import { filterOf, type WaitFilter } from './wait-look.ts';

export interface SoughtWaits {
  readonly text: string;
  readonly onText: (text: string) => void;
  readonly filter: WaitFilter;
  readonly onFilter: (filter: WaitFilter) => void;
  /** What matches both, of what has been read so far. */
  readonly shown: readonly Wait[];
  /** How many are open; with a plus as long as there are more. */
  readonly count: string;
  readonly hasMore: boolean;
  readonly isLoading: boolean;
  readonly onLoad: () => void;
}

/** The questions that a person looks for. A search goes through all of them, also those that the list has not read yet. */
export function useSoughtWaits(): SoughtWaits {
  const waits = useWaits();
  const { data, hasNextPage, isFetching, isFetchNextPageError, fetchNextPage } = waits;
  const [text, onText] = useState('');
  const [filter, onFilter] = useState<WaitFilter>('All');
  const wanted = text.trim();
  const shown = useMemo(
    () =>
      (data ?? []).filter(
        (each) => (filter === 'All' || filterOf(each) === filter) && isAbout(each, wanted),
      ),
    [data, filter, wanted],
  );
  const isSought = wanted !== '' || filter !== 'All';
  useEffect(() => {
    if (isSought && hasNextPage && !isFetching && !isFetchNextPageError) void fetchNextPage();
  }, [isSought, hasNextPage, isFetching, isFetchNextPageError, fetchNextPage]);
  return {
    text,
    onText,
    filter,
    onFilter,
    shown,
    count: `${data?.length ?? 0}${hasNextPage ? '+' : ''}`,
    hasMore: hasNextPage,
    isLoading: waits.isFetchingNextPage,
    onLoad: () => void fetchNextPage(),
  };
}
