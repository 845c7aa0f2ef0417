import type { JsonObject } from '@skein/kernel';
import { Check, Undo2 } from 'lucide-react';
import type { ReactNode } from 'react';
import { useVersionDiff, type VersionDiff } from '../../../data/talking/assistant.ts';
import type { WorkflowDetail } from '../../../data/workflows.ts';
import { Button } from '../../../design/controls/button.tsx';
import { showToast } from '../../../design/feedback/toasts.ts';
import { textAt } from '../../../graph/own-keys.ts';
import { countWords } from '../../../text/time-words.ts';
import { visibleText } from '../../../text/visible-text.ts';
import { change, useEditor, useEditorStore } from '../state/editor-store.ts';
import { useDraftVersion } from '../state/use-draft-version.ts';
import { noteDecision } from './decided-draft.ts';
import { useUndecidedDraft } from './use-undecided-draft.ts';

/** What the assistant has changed, until somebody accepts or undoes it. Nothing is published by either. */
export function ProposalBar({ workflow }: { readonly workflow: WorkflowDetail }): ReactNode {
  const store = useEditorStore();
  const proposal = useEditor((state) => state.proposal);
  const diff = useVersionDiff(workflow.id, proposal);
  const keep = useDraftVersion(workflow);
  useUndecidedDraft(workflow);
  if (proposal === null) return null;
  const accept = () => {
    noteDecision(workflow.id, { version: proposal.to, isUndone: false });
    store.setState({ proposal: null });
    showToast({ tone: 'ok', text: 'Accepted. It is a draft until you publish it.' });
  };
  const takeBack = () => {
    noteDecision(workflow.id, { version: proposal.to, isUndone: true });
    change(store, () => proposal.before);
    store.setState({ proposal: null });
    // Whoever opens the editor next begins with what is on the canvas now. A toast reports a failure.
    void keep().catch(() => {});
  };
  return (
    <section
      aria-label="Draft of the assistant"
      className="flex shrink-0 flex-wrap items-center gap-2 border-b border-line bg-accent-soft px-4 py-2 text-sm text-accent-text"
    >
      <p role="status" className="min-w-0 flex-1 basis-64 break-words">
        <span className="font-medium">Draft of the assistant.</span>{' '}
        {diff === undefined ? '' : differenceWords(diff)}
      </p>
      <Button size="sm" icon={Undo2} onClick={takeBack}>
        Undo
      </Button>
      <Button size="sm" tone="primary" icon={Check} onClick={accept}>
        Accept
      </Button>
    </section>
  );
}

/** What is gone is on no card, so it is named here. */
function differenceWords({ equal, workflow, nodes, edges }: VersionDiff): string {
  if (equal) return 'Nothing differs.';
  const { added, removed, changed } = nodes;
  const gone = removed.length === 0 ? '' : `: ${removed.map(nameOf).join(', ')}`;
  const lines = edges.added.length + edges.removed.length + edges.changed.length;
  const words = [
    ...(added.length > 0 ? [`${countWords(added.length, 'step')} added`] : []),
    ...(changed.length > 0 ? [`${changed.length} changed`] : []),
    ...(removed.length > 0 ? [`${removed.length} removed${gone}`] : []),
    ...(lines > 0 ? [`${countWords(lines, 'connection')} differ`] : []),
    ...(workflow.length > 0 ? ['the settings of the workflow differ'] : []),
  ];
  const [first = '', ...others] = words;
  return visibleText(`${[first.charAt(0).toUpperCase() + first.slice(1), ...others].join(', ')}.`);
}

function nameOf(node: JsonObject): string {
  return textAt(node, 'name') || textAt(node, 'id');
}
