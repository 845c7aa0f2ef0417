import {
  compileDefinition,
  diffWorkflows,
  findNativeNode,
  formatDiff,
  type KnownTypes,
} from '@skein/dialects';
import type { Json, JsonObject, Workflow } from '@skein/kernel';
import { useMemo, type ReactNode } from 'react';
import { useHostTypes } from '../data/catalogue.ts';
import {
  useRestoreVersion,
  useWorkflowVersion,
  type VersionItem,
  type WorkflowDetail,
} from '../data/workflows.ts';
import { Button } from '../design/controls/button.tsx';
import { Skeleton } from '../design/feedback/skeleton.tsx';
import { nameOfId } from '../graph/names/default-name.ts';
import { nodeNames } from '../graph/variables/reference-words.ts';
import { visibleText } from '../text/visible-text.ts';

interface VersionDiffProps {
  readonly workflow: string;
  readonly item: VersionItem;
  readonly present: JsonObject;
  readonly onRestored: (saved: WorkflowDetail) => void;
}

export function VersionDiff({ workflow, item, present, onRestored }: VersionDiffProps): ReactNode {
  const older = useWorkflowVersion(workflow, item.version);
  const restore = useRestoreVersion(workflow, onRestored);
  const types = useHostTypes();
  const known = types.data?.known;
  const text = useMemo(
    () => differenceWords(older.data?.definition ?? null, present, known),
    [older.data, present, known],
  );
  if (older.data === undefined || types.isPending) return <Skeleton className="mt-2 h-16" />;
  return (
    <div className="mt-2 grid gap-2">
      <pre className="max-h-64 overflow-auto rounded-md bg-sunken p-2 font-mono text-xs break-words whitespace-pre-wrap">
        {visibleText(text)}
      </pre>
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

function differenceWords(older: Json, present: JsonObject, known: KnownTypes | undefined): string {
  const before = compileDefinition(older, { ...known }).workflow;
  const after = compileDefinition(present, { ...known }).workflow;
  if (before === null || after === null)
    return 'One of the versions cannot be read, so they cannot be compared.';
  // A node that is gone is called what it was called.
  const names = new Map([...namesIn(before), ...namesIn(after)]);
  return formatDiff(diffWorkflows({ before, after }), names) || 'No differences.';
}

function namesIn({ nodes }: Workflow): ReadonlyMap<string, string> {
  return nodeNames(
    nodes.map(({ id, type, name }) => ({
      id,
      title: name ?? nameOfId(id, findNativeNode(type)?.name ?? '') ?? id,
    })),
  );
}
