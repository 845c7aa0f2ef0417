import type { ReactNode } from 'react';
import { useHealth } from '../data/health.ts';
import { useSession } from '../data/session.ts';
import { classNames } from '../design/class-names.ts';
import { visibleText } from '../text/visible-text.ts';

/** Whether the server is reachable, and who is signed in; a lost connection is never silent. */
export function ServerState(): ReactNode {
  const { isError } = useHealth();
  const { data } = useSession();
  const name = data === undefined || data.via === 'local' ? 'Local' : visibleText(data.user);
  return (
    <span className="hidden min-w-0 items-center gap-2 text-xs text-text-3 lg:flex">
      <i className={classNames('size-2 shrink-0 rounded-full', isError ? 'bg-bad' : 'bg-ok')} />
      <span className="truncate">{isError ? 'Not connected' : `${name} · connected`}</span>
    </span>
  );
}
