import { useReactFlow } from '@xyflow/react';
import type { ReactNode } from 'react';
import { DiagnosticList } from '../../../viewers/diagnostic-list.tsx';
import { EditorPanel } from './editor-panel.tsx';
import { nothingSelected, useEditorStore } from '../state/editor-store.ts';
import type { PlacedProblem } from '../../../graph/preflight/place-problems.ts';
import { openLevel } from '../inside/open-level.ts';
import { usePreflight } from '../state/preflight.tsx';

/** All problems; each jumps to its place. */
export function ProblemsPanel(): ReactNode {
  const preflight = usePreflight();
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
    const [path, { node, edge }] = wayTo(problem);
    const { inside } = store.getState();
    // The canvas of another level shows what is open in it when it comes.
    if (path.join('/') !== inside.join('/')) {
      openLevel(store, path, node);
      if (edge !== null) store.setState({ edges: new Set([edge]) });
    } else if (edge !== null) {
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

/** The way to the workflow that it is in, and its place there. */
function wayTo(problem: PlacedProblem): readonly [path: readonly string[], at: PlacedProblem] {
  const { node, inside } = problem;
  if (inside === undefined || node === null) return [[], problem];
  const [path, at] = wayTo(inside);
  return [[node, ...path], at];
}
