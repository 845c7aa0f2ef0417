import { EngineError, type RunRecord, type Store } from '@skein/ports';
import { isOwn, type Identity } from '../../identity/identity.ts';

/** The run, when it belongs to whoever asks; else it is not there. */
export async function ownRun(
  { store }: { readonly store: Pick<Store, 'runs'> },
  identity: Identity,
  run: string,
): Promise<RunRecord> {
  const record = await store.runs.get(run);
  if (record !== undefined && isOwn(identity, record)) return record;
  throw new EngineError('RUN_NOT_FOUND', { run });
}
