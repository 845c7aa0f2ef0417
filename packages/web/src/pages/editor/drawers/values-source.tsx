import { ChevronDown } from 'lucide-react';
import type { ReactNode } from 'react';
import { useRecentRuns, type RunJson } from '../../../data/runs.ts';
import { MenuButton } from '../../../design/controls/menu-button.tsx';
import { runStatusLook } from '../../../design/status/status.ts';
import { ageWords } from '../../../text/time-words.ts';
import { useEditorStore } from '../state/editor-store.ts';

interface ValuesSourceProps {
  /** The id of the workflow. */
  readonly workflow: string;
  readonly run: RunJson | undefined;
}

/** Which run the values below fields are of, and a menu of others. */
export function ValuesSource({ workflow, run }: ValuesSourceProps): ReactNode {
  const store = useEditorStore();
  const recent = useRecentRuns(workflow).data?.items ?? [];
  if (run === undefined)
    return <p className="text-text-3">Run the workflow once to see values here.</p>;
  const now = Date.now();
  const [newest] = recent;
  const isLast = newest === undefined || newest.id === run.id;
  return (
    <MenuButton
      entries={recent.map(({ id, createdAt, status }, index) => ({
        label: `${index + 1}. ${runStatusLook(status).label}, ${ageWords(createdAt, now)}`,
        onSelect: () => store.setState({ valuesOf: index === 0 ? null : id }),
      }))}
      trigger={
        <button
          type="button"
          className="flex h-6 items-center gap-1 justify-self-start rounded-sm px-1 text-text-3 hover:bg-sunken hover:text-text"
        >
          {isLast ? 'With the last run' : 'With a run'}, {ageWords(run.createdAt, now)}
          <ChevronDown size={12} aria-hidden />
        </button>
      }
    />
  );
}
