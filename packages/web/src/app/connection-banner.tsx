import { WifiOff } from 'lucide-react';
import type { ReactNode } from 'react';
import { useHealth } from '../data/health.ts';

export function ConnectionBanner(): ReactNode {
  const { isError } = useHealth();
  if (!isError) return null;
  return (
    <p
      role="status"
      className="flex shrink-0 items-center justify-center gap-2 bg-wait-soft px-4 py-1.5 text-sm text-wait-text"
    >
      <WifiOff size={16} aria-hidden />
      Connection to the server lost. Runs continue; this page catches up when it is back.
    </p>
  );
}
