import type { ReactNode } from 'react';
import { useHealth } from '../data/health.ts';
import { classNames } from '../design/class-names.ts';

/** Whether the server answers; a lost connection is never silent. */
export function ServerState(): ReactNode {
  const { isError } = useHealth();
  return (
    <span className="hidden items-center gap-2 text-xs text-text-3 lg:flex">
      <i className={classNames('size-2 rounded-full', isError ? 'bg-bad' : 'bg-ok')} />
      {isError ? 'Not connected' : 'Connected'}
    </span>
  );
}
