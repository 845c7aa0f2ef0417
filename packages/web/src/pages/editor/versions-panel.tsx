import { compileDefinition, diffWorkflows, formatDiff } from '@skein/dialects';
import { isObject } from '@skein/kernel';
import { useMemo, useState, type ReactNode } from 'react';
import {
  useRestoreVersion,
  useVersions,
  useWorkflowVersion,
  type VersionItem,
  type WorkflowDetail,
} from '../../data/workflows.ts';
import { Button } from '../../design/button.tsx';
import { ErrorState } from '../../design/error-state.tsx';
import { Skeleton } from '../../design/skeleton.tsx';
import { Tag } from '../../design/tag.tsx';
import { createHistory } from '../../graph/edit/history.ts';
import { ageWords } from '../../viewers/time-words.ts';
import { EditorPanel } from './editor-panel.tsx';
import { useEditor, useEditorStore } from './editor-store.ts';

export function VersionsPanel({ workflow }: { readonly workflow: WorkflowDetail }): ReactNode {
  const { data, error } = useVersions(workflow.id, true);
  const [chosen, setChosen] = useState<string | null>(null);
  return (
    <EditorPanel title="Versions">
      {error !== null && <ErrorState error={error} />}
      {data === undefined && error === null && <Skeleton className="h-24" />}
      <ul className="grid gap-2">
        {data?.items.map((item) => (
          <li key={item.version} className="rounded-md border border-line p-3 text-sm">
            <VersionHead
              item={item}
              isChosen={chosen === item.version}
              onToggle={() => setChosen(chosen === item.version ? null : item.version)}
            />
            {chosen === item.version && <VersionDiff workflow={workflow} version={item.version} />}
          </li>
        ))}
      </ul>
    </EditorPanel>
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
      <code className="font-mono text-xs">{item.version.replace('sha256:', '').slice(0, 8)}</code>
      {item.isNewest && <Tag>newest</Tag>}
      <span className="num min-w-0 flex-1 truncate text-xs text-text-2">
        {ageWords(item.savedAt, Date.now())}
      </span>
      <Button size="sm" aria-expanded={isChosen} onClick={onToggle}>
        Compare
      </Button>
    </div>
  );
}

interface VersionDiffProps {
  readonly workflow: WorkflowDetail;
  readonly version: string;
}

function VersionDiff({ workflow, version }: VersionDiffProps): ReactNode {
  const store = useEditorStore();
  const present = useEditor(({ history }) => history.present);
  const older = useWorkflowVersion(workflow.id, version);
  const restore = useRestoreVersion(workflow.id);
  const text = useMemo(() => {
    const before = compileDefinition(older.data?.definition ?? null).workflow;
    const after = compileDefinition(present).workflow;
    if (before === null || after === null)
      return 'One of them cannot be read, so they cannot be compared.';
    return formatDiff(diffWorkflows({ before, after })) || 'They say the same.';
  }, [older.data, present]);
  if (older.data === undefined) return <Skeleton className="mt-2 h-16" />;
  return (
    <div className="mt-2 grid gap-2">
      <pre className="max-h-64 overflow-auto rounded-md bg-sunken p-2 font-mono text-xs whitespace-pre-wrap">
        {text}
      </pre>
      <Button
        size="sm"
        className="justify-self-start"
        disabled={restore.isPending}
        onClick={() =>
          restore.mutate(version, {
            onSuccess: (saved) => {
              if (!isObject(saved.definition)) return;
              store.setState({
                history: createHistory(saved.definition),
                saved: saved.definition,
                version: saved.version,
              });
            },
          })
        }
      >
        Restore this version
      </Button>
    </div>
  );
}
