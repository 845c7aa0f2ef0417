import { useReactFlow } from '@xyflow/react';
import { showToast } from '../../../design/feedback/toasts.ts';
import type { DocumentForm } from '../../../graph/forms/document-form.ts';
import type { Point } from '../../../graph/sketch.ts';
import { extractWorkflow } from '../../../graph/sub/extract-workflow.ts';
import { unpackWorkflow } from '../../../graph/sub/unpack-workflow.ts';
import { change, nothingSelected, useEditorStore } from '../state/editor-store.ts';
import { focusCard } from '../focus/focus-card.ts';

interface SubWorkflows {
  /** The selected nodes become one that runs them. */
  readonly extract: () => void;
  /** A node that runs an embedded workflow becomes the nodes of that. */
  readonly unpack: (id: string) => void;
}

/** Each is one step to undo; what cannot be done says why, and changes nothing. */
export function useSubWorkflows(form: DocumentForm): SubWorkflows {
  const store = useEditorStore();
  const flow = useReactFlow();
  return {
    extract: () => {
      const { history, nodes } = store.getState();
      const positions = new Map<string, Point>(
        flow.getNodes().map(({ id, position }) => [id, position]),
      );
      const made = extractWorkflow(form, history.present, { nodes, positions });
      if ('problem' in made) return refuse('This cannot be a sub-workflow.', made.problem);
      change(store, () => made.definition);
      store.setState({
        ...nothingSelected,
        open: made.id,
        nodes: new Set([made.id]),
        panel: null,
        isArranged: true,
      });
      focusCard(made.id);
    },
    unpack: (id) => {
      const made = unpackWorkflow(form, store.getState().history.present, id);
      if ('problem' in made) return refuse('This cannot be taken apart.', made.problem);
      change(store, () => made.definition);
      store.setState({ ...nothingSelected, nodes: new Set(made.ids), isArranged: true });
    },
  };
}

function refuse(text: string, detail: string): void {
  showToast({ tone: 'bad', text, detail });
}
