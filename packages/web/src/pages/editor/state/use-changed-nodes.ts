import { compileDefinition, diffWorkflows } from '@skein/dialects';
import { useMemo } from 'react';
import { useHostTypes } from '../../../data/catalogue.ts';
import { useWorkflowVersion } from '../../../data/workflows.ts';
import { textAt } from '../../../graph/own-keys.ts';
import { useEditor } from './editor-store.ts';

const none: ReadonlySet<string> = new Set();

/** The nodes that are new or have changed since the version that is compared; none while none is. */
export function useChangedNodes(workflow: string): ReadonlySet<string> {
  // Versions are compared as a whole.
  const compared = useEditor(({ compared: chosen, inside }) => (inside.length > 0 ? null : chosen));
  const present = useEditor(({ history }) => history.present);
  const older = useWorkflowVersion(workflow, compared ?? undefined).data;
  const known = useHostTypes().data?.known;
  return useMemo(() => {
    if (compared === null || older === undefined) return none;
    const before = compileDefinition(older.definition, { ...known }).workflow;
    const after = compileDefinition(present, { ...known }).workflow;
    if (before === null || after === null) return none;
    const { added, changed } = diffWorkflows({ before, after }).nodes;
    const ids = [...added, ...changed.map((each) => each.after)].map((node) => textAt(node, 'id'));
    return new Set(ids);
  }, [compared, older, present, known]);
}
