import type { JsonObject } from '@skein/kernel';
import { useEffect, type ReactNode } from 'react';
import { useRestoreVersion, type VersionItem, type WorkflowDetail } from '../data/workflows.ts';
import { Button } from '../design/controls/button.tsx';
import { Skeleton } from '../design/feedback/skeleton.tsx';
import { visibleText } from '../text/visible-text.ts';
import { DifferenceList } from './difference-list.tsx';
import { useComparison } from './use-comparison.ts';

interface VersionDiffProps {
  readonly workflow: string;
  readonly item: VersionItem;
  /** The versions of the workflow, the newest first. */
  readonly items: readonly VersionItem[];
  readonly present: JsonObject;
  readonly onRestored: (saved: WorkflowDetail) => void;
  /** Called with the version from which differences are counted, and with null when it closes. */
  readonly onCompare: ((version: string | null) => void) | undefined;
}

export function VersionDiff(props: VersionDiffProps): ReactNode {
  const { workflow, item, items, present, onRestored, onCompare } = props;
  const comparison = useComparison({ workflow, item, items, present });
  const restore = useRestoreVersion(workflow, onRestored);
  const base = comparison?.base ?? null;
  useEffect(() => {
    onCompare?.(base);
    return () => onCompare?.(null);
  }, [base, onCompare]);
  if (comparison === undefined) return <Skeleton className="mt-2 h-16" />;
  const { title, differences } = comparison;
  return (
    <div className="mt-2 grid gap-2">
      <p className="text-xs text-text-2">{visibleText(title)}</p>
      <DifferenceList differences={differences} />
      {!item.isNewest && (
        <Button
          size="sm"
          className="justify-self-start"
          disabled={restore.isPending}
          onClick={() => restore.mutate(item.version)}
        >
          Restore this version
        </Button>
      )}
    </div>
  );
}
