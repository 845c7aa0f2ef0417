import { useRouter, type ErrorComponentProps } from '@tanstack/react-router';
import { useEffect, useRef, type ReactNode } from 'react';
import { recheckHealth, useHealth } from '../data/health.ts';
import { reloadIfNewer } from './lazy-page.ts';
import { ErrorState } from '../viewers/error-state.tsx';

/** In the place of a page that could not be loaded or shown. It tries again by itself when the server is back. */
export function PageError({ error, reset }: ErrorComponentProps): ReactNode {
  const router = useRouter();
  const { isError: isLost } = useHealth();
  const wasLost = useRef(isLost);
  const retry = () => {
    reset();
    void router.invalidate();
  };
  useEffect(() => {
    recheckHealth();
    void reloadIfNewer(error);
  }, [error]);
  useEffect(() => {
    if (wasLost.current && !isLost) {
      reset();
      void router.invalidate();
    }
    wasLost.current = isLost;
  }, [isLost, reset, router]);
  return <ErrorState error={error} onRetry={retry} />;
}
