import { useMemo } from 'react';
import { useRunsDiff } from '../../../data/runs.ts';

const none: ReadonlySet<string> = new Set();

/** The nodes in which a run differs from the one that it is compared with, while that is looked at. */
export function useDifferingNodes(
  run: string,
  { tab, with: other }: { readonly tab?: string; readonly with?: string },
): ReadonlySet<string> {
  const isCompared = tab === 'compare' && other !== undefined;
  const { data } = useRunsDiff(other ?? '', isCompared ? run : undefined);
  return useMemo(() => {
    if (!isCompared || data === undefined) return none;
    const prefix = 'node ';
    const found = data.differences
      .map(({ what }) => what)
      .filter((what) => what.startsWith(prefix));
    return new Set(found.map((what) => what.slice(prefix.length)));
  }, [data, isCompared]);
}
