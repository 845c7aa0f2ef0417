import { useMemo } from 'react';
import { useVersionDiff } from '../../../data/talking/assistant.ts';
import { textAt } from '../../../graph/own-keys.ts';
import { useEditor } from '../state/editor-store.ts';

const none: ReadonlyMap<string, 'added' | 'changed'> = new Map();

/** What the draft of the assistant adds and changes, as the server compares it with what was there. */
export function useProposedNodes(workflow: string): ReadonlyMap<string, 'added' | 'changed'> {
  const proposal = useEditor((state) => (state.inside.length > 0 ? null : state.proposal));
  const diff = useVersionDiff(workflow, proposal);
  return useMemo(() => {
    if (diff === undefined) return none;
    const { added, changed } = diff.nodes;
    return new Map([
      ...added.map((node) => [textAt(node, 'id'), 'added'] as const),
      ...changed.map(({ after }) => [textAt(after, 'id'), 'changed'] as const),
    ]);
  }, [diff]);
}
