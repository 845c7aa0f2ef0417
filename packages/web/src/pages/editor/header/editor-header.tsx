import { Link } from '@tanstack/react-router';
import {
  ChevronRight,
  CircleCheck,
  CodeXml,
  History,
  Settings2,
  TriangleAlert,
  Zap,
} from 'lucide-react';
import { useEffect, useRef, useState, type ReactNode } from 'react';
import { useDocumentTitle } from '../../../design/use-document-title.ts';
import { isTyping } from '../../../design/keyboard/is-typing.ts';
import { listenKeys } from '../../../design/keyboard/listen-keys.ts';
import { BackLink } from '../../../design/layout/back-link.tsx';
import { TopBar } from '../../../design/layout/top-bar.tsx';
import type { WorkflowDetail } from '../../../data/workflows.ts';
import { Button } from '../../../design/controls/button.tsx';
import { IconButton } from '../../../design/controls/icon-button.tsx';
import { Tag } from '../../../design/status/tag.tsx';
import { textAt } from '../../../graph/own-keys.ts';
import { countWords } from '../../../text/time-words.ts';
import { AssistantButton } from '../assistant/assistant-button.tsx';
import { ConflictDialog } from './conflict-dialog.tsx';
import { ContinueAsNative } from './continue-as-native.tsx';
import {
  redoStep,
  undoStep,
  useEditor,
  useEditorStore,
  type EditorStore,
  type Panel,
} from '../state/editor-store.ts';
import { MoreButton } from './more-button.tsx';
import { PublishButton } from './publish-button.tsx';
import { RunButton } from './run-button.tsx';
import { TodoButton } from './todo-button.tsx';
import { shortVersion } from '../../../text/short-version.ts';
import { visibleText } from '../../../text/visible-text.ts';
import { useSave } from '../state/use-save.ts';
import { usePreflight } from '../state/preflight.tsx';

export function EditorHeader({ workflow }: { readonly workflow: WorkflowDetail }): ReactNode {
  const store = useEditorStore();
  const isDirty = useEditor(({ history, saved }) => history.present !== saved);
  const isUnpublished = useEditor(({ history, published }) => history.present !== published);
  const name = useEditor(({ history }) => textAt(history.present, 'name'));
  useDocumentTitle(visibleText(name || workflow.name));
  const { errors } = usePreflight();
  const [isConverting, setConverting] = useState(false);
  const saving = useSave(workflow);
  useHeaderKeys(saving.save);
  const toggle = (wanted: Panel) =>
    store.setState(({ panel }) => ({ panel: panel === wanted ? null : wanted }));
  return (
    <TopBar>
      <BackLink to="/workflows" label="Back to workflows" />
      <Crumbs name={visibleText(name || workflow.name)} />
      {workflow.dialect !== 'native' && (
        <Tag className="shrink-0 max-md:hidden">{workflow.dialect}</Tag>
      )}
      <span className="shrink-0 text-xs text-text-3 max-lg:hidden" role="status">
        {isDirty ? 'Unsaved' : errors.length > 0 ? 'Draft saved' : 'Saved'}
      </span>
      {isUnpublished && <Tag className="shrink-0 max-md:hidden">draft, not published</Tag>}
      <SavedVersion />
      <span className="ml-auto" />
      <ContinueAsNative workflow={workflow} isOpen={isConverting} setOpen={setConverting} />
      <TodoButton />
      <ProblemsButton />
      <AssistantButton workflow={workflow} onToggle={() => toggle('assistant')} />
      {workflow.dialect !== 'pipeline' && (
        <IconButton
          label="Trigger"
          icon={Zap}
          className="max-lg:hidden"
          onClick={() => toggle('trigger')}
        />
      )}
      <IconButton
        label="Workflow settings"
        icon={Settings2}
        className="max-lg:hidden"
        onClick={() => toggle('workflow')}
      />
      <IconButton
        label="Versions"
        icon={History}
        className="max-lg:hidden"
        onClick={() => toggle('versions')}
      />
      {workflow.dialect !== 'pipeline' && (
        <IconButton
          label="Use it"
          icon={CodeXml}
          className="max-lg:hidden"
          onClick={() => toggle('use')}
        />
      )}
      <MoreButton
        workflow={workflow}
        onOpen={(panel) => store.setState({ panel })}
        onConvert={() => setConverting(true)}
      />
      <SaveButton saving={saving} isDirty={isDirty} />
      {workflow.dialect !== 'pipeline' && <PublishButton workflow={workflow} />}
      <RunButton workflow={workflow} isDraft={isUnpublished} isNarrow={isDirty} />
      <ConflictDialog saving={saving} />
    </TopBar>
  );
}

function Crumbs({ name }: { readonly name: string }): ReactNode {
  return (
    <nav aria-label="Breadcrumb" className="flex min-w-0 items-center gap-1.5 text-sm">
      <Link
        to="/workflows"
        className="shrink-0 rounded-sm text-text-3 hover:text-text max-md:hidden"
      >
        Workflows
      </Link>
      <ChevronRight size={14} aria-hidden className="shrink-0 text-text-3 max-md:hidden" />
      <h1 className="truncate font-semibold">{name}</h1>
    </nav>
  );
}

interface SaveButtonProps {
  readonly saving: Pick<ReturnType<typeof useSave>, 'save' | 'isSaving'>;
  readonly isDirty: boolean;
}

function SaveButton({ saving, isDirty }: SaveButtonProps): ReactNode {
  return (
    <Button
      disabled={!isDirty || saving.isSaving}
      // A phone has room only for what can be done now.
      className={isDirty ? '' : 'max-md:hidden'}
      // A toast reported the failure.
      onClick={() => void saving.save().catch(() => {})}
    >
      Save
    </Button>
  );
}

/** The published version, as in the list of versions. */
function SavedVersion(): ReactNode {
  const version = useEditor((state) => state.version);
  return (
    <span className="text-xs whitespace-nowrap text-text-3 max-lg:hidden">
      version <code className="font-mono">{shortVersion(version)}</code>
    </span>
  );
}

/** Ctrl-S saves, even while typing; undo and redo in text fields belong to the fields. */
function useHeaderKeys(save: () => Promise<void>): void {
  const store = useEditorStore();
  const newest = useRef(save);
  newest.current = save;
  useEffect(() => {
    const act = (action: (store: EditorStore) => void) => (event: KeyboardEvent) => {
      if (isTyping(event)) return;
      event.preventDefault();
      action(store);
    };
    return listenKeys({
      '$mod+s': (event) => {
        event.preventDefault();
        // A toast reported the failure.
        void newest.current().catch(() => {});
      },
      '$mod+z': act(undoStep),
      '$mod+Shift+z': act(redoStep),
    });
  }, [store]);
}

function ProblemsButton(): ReactNode {
  const store = useEditorStore();
  const { problems, errors } = usePreflight();
  const count = problems.length;
  const toggle = () =>
    store.setState(({ panel }) => ({ panel: panel === 'problems' ? null : 'problems' }));
  if (count === 0)
    return (
      <span className="flex shrink-0 items-center gap-1.5 text-xs whitespace-nowrap text-ok-text max-md:hidden">
        <CircleCheck size={14} aria-hidden />
        No problems
      </span>
    );
  return (
    <Button
      tone="ghost"
      size="sm"
      icon={TriangleAlert}
      onClick={toggle}
      className={errors.length > 0 ? 'text-bad-text!' : 'text-wait-text!'}
    >
      {count}
      <span className="max-md:sr-only">{count === 1 ? 'problem' : 'problems'}</span>
      <span className="sr-only">, {countWords(errors.length, 'error')}</span>
    </Button>
  );
}
