import { isObject } from '@skein/kernel';
import type { DialectName } from '@skein/dialects';
import { useBlocker, useParams } from '@tanstack/react-router';
import { useState, type ReactNode } from 'react';
import { useWorkflow, type WorkflowDetail } from '../../data/workflows.ts';
import { ErrorState } from '../../design/error-state.tsx';
import { Skeleton } from '../../design/skeleton.tsx';
import { EditorHeader } from './editor-header.tsx';
import { createEditorStore, EditorContext, useEditor } from './editor-store.ts';
import { GraphEditor } from './graph-editor.tsx';
import { PipelineEditor } from './pipeline-editor.tsx';

export function EditorPage(): ReactNode {
  const { id } = useParams({ from: '/workflows/$id' });
  const { data, error, refetch } = useWorkflow(id);
  if (error !== null) return <ErrorState error={error} onRetry={() => void refetch()} />;
  if (data === undefined)
    return (
      <div className="flex flex-1 flex-col" aria-busy>
        <div className="flex h-13 items-center gap-3 border-b border-line bg-surface px-4">
          <Skeleton className="h-5 w-48" />
        </div>
        <div className="flex flex-1">
          <div className="grid w-56 content-start gap-3 border-r border-line bg-surface p-3 max-lg:hidden">
            <Skeleton className="h-9" />
            <Skeleton className="h-40" />
          </div>
        </div>
      </div>
    );
  return <Editor key={id} workflow={data} />;
}

function Editor({ workflow }: { readonly workflow: WorkflowDetail }): ReactNode {
  const { definition, dialect, version } = workflow;
  const [store] = useState(() =>
    createEditorStore({
      // The server gives the names of its dialects, and objects as definitions.
      dialect: dialect as DialectName,
      definition: isObject(definition) ? definition : {},
      version,
    }),
  );
  return (
    <EditorContext value={store}>
      <EditorHeader workflow={workflow} />
      <LeaveGuard />
      {dialect === 'pipeline' ? (
        <PipelineEditor workflow={workflow} />
      ) : (
        <GraphEditor workflow={workflow} />
      )}
    </EditorContext>
  );
}

/** What is not saved is not lost by a wrong click. */
function LeaveGuard(): ReactNode {
  const isDirty = useEditor(({ history, saved }) => history.present !== saved);
  useBlocker({
    shouldBlockFn: () =>
      isDirty && !window.confirm('There are changes that are not saved. Leave without them?'),
    enableBeforeUnload: isDirty,
  });
  return null;
}
