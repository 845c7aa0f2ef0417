import { useLastRun, type RunJson } from '../../../data/runs.ts';
import { useEditor } from '../state/editor-store.ts';

/** The run whose values fields show. A workflow inside another one runs as runs of its own, whose values are not those of this one. */
export function useShownRun(workflow: string, chosen: string | null = null): RunJson | undefined {
  const isInside = useEditor(({ inside }) => inside.length > 0);
  const { data } = useLastRun(workflow, chosen);
  return isInside ? undefined : (data ?? undefined);
}
