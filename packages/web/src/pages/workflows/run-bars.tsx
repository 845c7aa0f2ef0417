import type { ReactNode } from 'react';
import type { RunItem } from '../../data/runs.ts';
import { classNames } from '../../design/class-names.ts';
import { runStatusLook, statusLooks } from '../../design/status/status.ts';

const shownMax = 10;

/** The last runs as small bars, newest on the right; those that did not complete stand out, missing ones are dots. */
export function RunBars({ runs }: { readonly runs: readonly RunItem[] }): ReactNode {
  const shown = runs.slice(0, shownMax).toReversed();
  const counts = Map.groupBy(shown, ({ status }) => runStatusLook(status).label.toLowerCase());
  const words = [...counts].map(([label, list]) => `${list.length} ${label}`).join(', ');
  const label = shown.length === 0 ? 'No runs' : `Last ${shown.length} runs: ${words}`;
  return (
    <span role="img" aria-label={label} className="flex h-5 items-end gap-0.5">
      {Array.from({ length: shownMax - shown.length }, (_, index) => (
        <i key={index} className="size-1 rounded-full bg-line" />
      ))}
      {shown.map(({ id, status }) => (
        <i
          key={id}
          className={classNames(
            'w-1 rounded-full',
            statusLooks[runStatusLook(status).status].bar,
            status === 'completed' ? 'h-3 opacity-70' : 'h-5',
          )}
        />
      ))}
    </span>
  );
}
