import { useReactFlow } from '@xyflow/react';
import type { ReactNode } from 'react';
import { DiagnosticList } from '../../../viewers/diagnostic-list.tsx';
import { EditorPanel } from './editor-panel.tsx';
import { nothingSelected, useEditorStore } from '../state/editor-store.ts';
import type { Preflight } from '../../../graph/preflight/check-definition.ts';

/** All problems; each jumps to its place. */
export function ProblemsPanel({ preflight }: { readonly preflight: Preflight }): ReactNode {
  const store = useEditorStore();
  const flow = useReactFlow();
  const fit = (ids: readonly string[]) =>
    void flow.fitView({
      nodes: ids.map((id) => ({ id })),
      maxZoom: 1,
      padding: 0.5,
      duration: 150,
      includeHiddenNodes: true,
    });
  const show = (index: number) => {
    const problem = preflight.problems[index];
    if (problem === undefined) return;
    const { node, edge } = problem;
    if (edge !== null) {
      store.setState({ ...nothingSelected, edges: new Set([edge]) });
      const line = flow.getEdge(edge);
      if (line !== undefined) fit([line.source, line.target]);
    } else if (node !== null) {
      store.setState({ ...nothingSelected, open: node, nodes: new Set([node]), panel: null });
      fit([node]);
    } else {
      store.setState({ panel: 'workflow' });
    }
  };
  return (
    <EditorPanel title="Problems">
      <DiagnosticList
        diagnostics={preflight.problems.map(({ diagnostic }) => diagnostic)}
        placeOf={(index) => preflight.problems[index]?.place ?? ''}
        onShow={show}
      />
    </EditorPanel>
  );
}
