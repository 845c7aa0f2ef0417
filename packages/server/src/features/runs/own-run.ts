import type { PlainOr, RunId } from '@skein/api';
import type { Engine } from '@skein/engine';
import { EngineError, type RunRecord } from '@skein/ports';

/** The run, if it belongs to this owner; a run of anybody else does not exist. */
export async function ownRun(
  { runs }: Pick<Engine, 'runs'>,
  owner: string | undefined,
  run: PlainOr<RunId>,
): Promise<RunRecord> {
  const record = await runs.record(run);
  if ((record.user ?? '') === (owner ?? '')) return record;
  throw new EngineError('RUN_NOT_FOUND', { run });
}
