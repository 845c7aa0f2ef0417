import type { JsonObject } from '@skein/kernel';
import { useState, type ReactNode } from 'react';
import { useVersions, type VersionItem, type WorkflowDetail } from '../data/workflows.ts';
import { Button } from '../design/controls/button.tsx';
import { ErrorState } from '../viewers/error-state.tsx';
import { Skeleton } from '../design/feedback/skeleton.tsx';
import { Tag } from '../design/status/tag.tsx';
import { shortVersion } from '../text/short-version.ts';
import { ageWords } from '../text/time-words.ts';
import { MoveRuns } from './move-runs.tsx';
import { VersionDiff } from './version-diff.tsx';

interface VersionListProps {
  readonly workflow: string;
  /** The definition that versions are compared with. */
  readonly present: JsonObject;
  readonly onRestored: (saved: WorkflowDetail) => void;
}

/** The saved versions of a workflow, the newest first: each can be compared and restored. */
export function VersionList({ workflow, present, onRestored }: VersionListProps): ReactNode {
  const { data, error } = useVersions(workflow, true);
  const [chosen, setChosen] = useState<string | null>(null);
  if (error !== null) return <ErrorState error={error} />;
  if (data === undefined) return <Skeleton className="h-24" />;
  return (
    <div className="grid gap-4">
      <MoveRuns workflow={workflow} />
      <ul aria-label="Versions" className="grid gap-2">
        {data.items.map((item) => (
          <li key={item.version} className="rounded-md border border-line p-3 text-sm">
            <VersionHead
              item={item}
              isChosen={chosen === item.version}
              onToggle={() => setChosen(chosen === item.version ? null : item.version)}
            />
            {chosen === item.version && (
              <VersionDiff
                workflow={workflow}
                item={item}
                present={present}
                onRestored={onRestored}
              />
            )}
          </li>
        ))}
      </ul>
    </div>
  );
}

interface VersionHeadProps {
  readonly item: VersionItem;
  readonly isChosen: boolean;
  readonly onToggle: () => void;
}

function VersionHead({ item, isChosen, onToggle }: VersionHeadProps): ReactNode {
  return (
    <div className="flex items-center gap-2">
      <code className="font-mono text-xs">{shortVersion(item.version)}</code>
      {item.isNewest && <Tag>latest</Tag>}
      <span className="num min-w-0 flex-1 truncate text-xs text-text-2">
        {ageWords(item.savedAt, Date.now())}
      </span>
      <Button size="sm" aria-expanded={isChosen} onClick={onToggle}>
        Compare
      </Button>
    </div>
  );
}
