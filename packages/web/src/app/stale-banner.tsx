import { CloudAlert } from 'lucide-react';
import { useSyncExternalStore, type ReactNode } from 'react';
import { refetchStale, isAnythingStale, watchStale } from '../data/stale.ts';
import { Notice } from './notice.tsx';

/** Says that the page could not be refreshed although the server is reachable. */
export function StaleBanner(): ReactNode {
  const isStale = useSyncExternalStore(watchStale, isAnythingStale);
  if (!isStale) return null;
  return (
    <Notice>
      <CloudAlert size={16} aria-hidden className="shrink-0" />
      The server could not answer. This page may be out of date.
      <button
        type="button"
        onClick={refetchStale}
        className="pointer-events-auto shrink-0 rounded-sm font-medium underline"
      >
        Retry
      </button>
    </Notice>
  );
}
