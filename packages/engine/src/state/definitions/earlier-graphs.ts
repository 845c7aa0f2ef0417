import {
  versionsLeft,
  type EarlierGraphs,
  type Graph,
  type RunEvent,
  type VersionId,
} from '@skein/kernel';
import { EngineError, type RunOrigin } from '@skein/ports';
import { readWorkflow, type Definitions } from './known-workflow.ts';

/** The graphs of the versions that a run was in before it was moved, as far as they are still stored. */
export async function earlierGraphs(
  runtime: Definitions,
  origin: Pick<RunOrigin, 'workflow' | 'start' | 'user'>,
  rows: readonly RunEvent[],
): Promise<EarlierGraphs> {
  const graphs = new Map<VersionId, Graph>();
  for (const version of new Set(versionsLeft(rows))) {
    const workflow = { ...origin.workflow, version };
    try {
      graphs.set(version, (await readWorkflow(runtime, { ...origin, workflow })).graph);
    } catch (error) {
      // Deleted meanwhile: the newest one has to do.
      if (!(error instanceof EngineError)) throw error;
    }
  }
  return graphs;
}
