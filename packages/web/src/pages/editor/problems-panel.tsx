import { useReactFlow } from '@xyflow/react';
import type { ReactNode } from 'react';
import { DiagnosticList } from '../../viewers/diagnostic-list.tsx';
import { EditorPanel } from './editor-panel.tsx';
import { useEditorStore } from './editor-store.ts';
import type { Preflight } from './use-preflight.ts';

/** Everything that is wrong, each with a way to its place. */
export function ProblemsPanel({ preflight }: { readonly preflight: Preflight }): ReactNode {
  const store = useEditorStore();
  const flow = useReactFlow();
  const show = (index: number) => {
    const problem = preflight.problems[index];
    if (problem === undefined) return;
    const { node, edge } = problem;
    if (node !== null) {
      store.setState({ open: node, nodes: new Set([node]), edges: new Set(), panel: null });
      void flow.fitView({ nodes: [{ id: node }], maxZoom: 1, padding: 0.5, duration: 150 });
    } else if (edge !== null) {
      store.setState({ edges: new Set([edge]), nodes: new Set() });
    }
  };
  return (
    <EditorPanel title="Problems">
      <DiagnosticList
        diagnostics={preflight.problems.map(({ diagnostic }) => diagnostic)}
        onShow={show}
      />
    </EditorPanel>
  );
}
