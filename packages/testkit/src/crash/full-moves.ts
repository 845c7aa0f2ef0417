// What somebody does with a run of W-full that was broken: resumes it mended, and moves it to a newer version while it waits. Whoever
// takes over from a process that died finds it done, or does it.
import type { Engine } from '@skein/engine';
import { EngineError, type RunRecord, type WaitRecord } from '@skein/ports';
import { fullWorkflow } from './full-workflow.ts';

export interface FullMoves {
  /** Says whether it has done something, so that the run is looked at again. */
  readonly act: (record: RunRecord) => Promise<boolean>;
  /** Its approval is only given in the newer version. */
  readonly isTimeFor: (wait: WaitRecord, record: RunRecord) => boolean;
}

export function fullMoves(engine: Engine, workflow: string): FullMoves {
  const save = async (edition: 'mended' | 'changed') =>
    (await engine.workflows.save(fullWorkflow(workflow, { edition }))).version;
  let changed: string | null = null;
  const isTimeFor: FullMoves['isTimeFor'] = ({ node }, record) =>
    node !== 'ask' || record.workflow.version === changed;
  const act: FullMoves['act'] = async (record) => {
    const { id, status } = record;
    if (status === 'failed') {
      await engine.runs.resume(id, { version: await save('mended') });
      return true;
    }
    changed ??= await save('changed');
    const { items } = await engine.waits.list({ run: id });
    if (items.every((wait) => isTimeFor(wait, record))) return false;
    await engine.runs.migrate(id, changed, { recorded: 'keep' });
    return true;
  };
  return {
    isTimeFor,
    async act(record) {
      try {
        return await act(record);
      } catch (error) {
        // Not accepted, for example because another process still drives the run: it is asked again.
        if (error instanceof EngineError) return false;
        throw error;
      }
    },
  };
}
