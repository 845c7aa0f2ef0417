import { WifiOff } from 'lucide-react';
import type { ReactNode } from 'react';
import { useHealth } from '../data/health.ts';
import { Notice } from './notice.tsx';

export function ConnectionBanner(): ReactNode {
  const { isError } = useHealth();
  if (!isError) return null;
  return (
    <Notice>
      <WifiOff size={16} aria-hidden className="shrink-0" />
      Connection to the server lost. Runs continue; this page catches up when it is back.
    </Notice>
  );
}
