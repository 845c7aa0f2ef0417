import { codeLanguage } from '@skein/api';
import { isObject } from '@skein/kernel';
import { useParams, useSearch } from '@tanstack/react-router';
import { useEffect, useState, type ReactNode } from 'react';
import { showToast } from '../../design/feedback/toasts.ts';
import { useHostTypes } from '../../data/catalogue.ts';
import { useWorkflow, type WorkflowDetail } from '../../data/workflows.ts';
import { AbsentRecord } from '../../viewers/absent-record.tsx';
import { Skeleton } from '../../design/feedback/skeleton.tsx';
import { keepProposal, readProposal } from './assistant/kept-proposal.ts';
import { ProposalBar } from './assistant/proposal-bar.tsx';
import { CodeWorkflow } from './code-workflow.tsx';
import { FixBar } from './fix/fix-bar.tsx';
import { EditorHeader } from './header/editor-header.tsx';
import { useWorkingDraft, type WorkingDraft } from './state/use-working-draft.ts';
import { createEditorStore, EditorContext } from './state/editor-store.ts';
import { saveLocalDrafts, readLocalDraft } from './state/local-draft.ts';
import { GraphEditor } from './graph-editor.tsx';
import { PipelineEditor } from './pipeline/pipeline-editor.tsx';
import { PreflightProvider } from './state/preflight.tsx';

export function EditorPage(): ReactNode {
  const { id } = useParams({ from: '/workflows/$id' });
  const { data, error, isLoadingError, refetch } = useWorkflow(id);
  // The palette does not grow after it is shown.
  const isTypeless = useHostTypes().isPending;
  const draft = useWorkingDraft(id);
  if (isLoadingError)
    return <AbsentRecord what="workflow" error={error} onRetry={() => void refetch()} />;
  if (data === undefined || isTypeless || draft === undefined)
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
  // Another dialect is another editor, with a history of its own.
  return <Editor key={`${id} ${data.dialect}`} workflow={data} kept={draft} />;
}

interface EditorProps {
  readonly workflow: WorkflowDetail;
  /** What was saved after it was published. */
  readonly kept: WorkingDraft | null;
}

function Editor({ workflow, kept }: EditorProps): ReactNode {
  const { id, definition, dialect, version } = workflow;
  const { open, node, fix } = useSearch({ from: '/workflows/$id' });
  const language = codeLanguage(definition);
  // What a program has made cannot have been edited here.
  const [draft] = useState(() => (language === undefined ? readLocalDraft(id) : null));
  const [store] = useState(() =>
    createEditorStore({
      dialect,
      // The server returns definitions as objects.
      definition: isObject(definition) ? definition : {},
      version,
      kept: language === undefined ? kept : null,
      draft,
      panel: open === 'trigger' || open === 'todo' || open === 'assistant' ? open : null,
      open: node ?? null,
      valuesOf: fix ?? null,
      proposal: kept === null ? null : readProposal(id),
    }),
  );
  useEffect(() => {
    if (draft !== null)
      showToast({ tone: 'ok', text: 'Unsaved changes restored. Undo discards them.' });
    return saveLocalDrafts(id, store);
  }, [id, store, draft]);
  useEffect(() => keepProposal(id, store), [id, store]);
  return (
    <EditorContext value={store}>
      <PreflightProvider>
        {language === undefined ? (
          <>
            <EditorHeader workflow={workflow} />
            <ProposalBar workflow={workflow} />
            {fix !== undefined && <FixBar workflow={workflow} run={fix} node={node ?? null} />}
            {dialect === 'pipeline' ? (
              <PipelineEditor workflow={workflow} />
            ) : (
              <GraphEditor workflow={workflow} />
            )}
          </>
        ) : (
          <CodeWorkflow workflow={workflow} language={language} />
        )}
      </PreflightProvider>
    </EditorContext>
  );
}
