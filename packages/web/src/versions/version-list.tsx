import type { JsonObject } from '@skein/kernel';
import { useState, type ReactNode } from 'react';
import { useVersions, type VersionItem, type WorkflowDetail } from '../data/workflows.ts';
import { Button } from '../design/controls/button.tsx';
import { ErrorState } from '../viewers/error-state.tsx';
import { Skeleton } from '../design/feedback/skeleton.tsx';
import { Tag } from '../design/status/tag.tsx';
import { shortVersion } from '../text/short-version.ts';
import { ageWords } from '../text/time-words.ts';
import { visibleText } from '../text/visible-text.ts';
import { MoveRuns } from './move-runs.tsx';
import { saverName } from './saver-name.ts';
import { VersionDiff } from './version-diff.tsx';

interface VersionListProps {
  readonly workflow: string;
  /** The definition that versions are compared with. */
  readonly present: JsonObject;
  readonly onRestored: (saved: WorkflowDetail) => void;
  /** Called with the version from which differences are counted, and with null when nothing is compared. */
  readonly onCompare?: (version: string | null) => void;
}

/** The saved versions of a workflow, the newest first: each can be compared and restored. */
export function VersionList(props: VersionListProps): ReactNode {
  const { workflow, present, onRestored, onCompare } = props;
  const { data, error } = useVersions(workflow, true);
  const [chosen, setChosen] = useState<string | null>(null);
  if (error !== null) return <ErrorState error={error} />;
  if (data === undefined) return <Skeleton className="h-24" />;
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <MoveRuns workflow={workflow} />
      <ul aria-label="Versions" className="grid grid-cols-[minmax(0,1fr)] gap-2">
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
                items={data.items}
                present={present}
                onRestored={onRestored}
                onCompare={onCompare}
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
  const { version, label, note, isNewest, isDraft, savedAt } = item;
  const by = saverName(item) ?? item.by;
  const who = [ageWords(savedAt, Date.now()), ...(by === undefined ? [] : [`by ${by}`])];
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-1">
      <div className="flex items-center gap-2">
        {label === undefined ? (
          <code className="font-mono text-xs">{shortVersion(version)}</code>
        ) : (
          <span className="min-w-0 truncate font-medium" title={shortVersion(version)}>
            {visibleText(label)}
          </span>
        )}
        {isNewest && <Tag>latest</Tag>}
        {isDraft && <Tag>draft</Tag>}
        <span className="num min-w-0 flex-1 truncate text-xs text-text-2">
          {visibleText(who.join(' · '))}
        </span>
        <Button size="sm" aria-expanded={isChosen} onClick={onToggle}>
          Compare
        </Button>
      </div>
      {note !== undefined && (
        <p className="text-xs break-words whitespace-pre-line text-text-2">{visibleText(note)}</p>
      )}
    </div>
  );
}
