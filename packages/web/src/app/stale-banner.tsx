import { CloudAlert } from 'lucide-react';
import { useSyncExternalStore, type ReactNode } from 'react';
import { refetchStale, isAnythingStale, watchStale } from '../data/stale.ts';

/** Says that the page could not be refreshed although the server is reachable. */
export function StaleBanner(): ReactNode {
  const isStale = useSyncExternalStore(watchStale, isAnythingStale);
  if (!isStale) return null;
  return (
    <p
      role="status"
      className="flex shrink-0 items-center justify-center gap-2 bg-wait-soft px-4 py-1.5 text-sm text-wait-text"
    >
      <CloudAlert size={16} aria-hidden className="shrink-0" />
      The server could not answer. This page may be out of date.
      <button
        type="button"
        onClick={refetchStale}
        className="shrink-0 rounded-sm font-medium underline"
      >
        Retry
      </button>
    </p>
  );
}
