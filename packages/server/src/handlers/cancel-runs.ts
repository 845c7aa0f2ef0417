import { EngineError, hasEnded, type RunFilter, type RunRecord } from '@skein/ports';
import { isOwn } from '../identity/identity.ts';
import { everyItem } from '../values/every-item.ts';
import { orNull } from '../values/or-null.ts';
import type { Asked, Handlers } from './handler.ts';
import { statusFilter } from './run-item.ts';

/** At most this many are cancelled by one request; the rest is left for the next one. */
const runsMax = 10_000;
/** In parallel: other requests need the engine too. */
const atOnce = 20;

export const cancelRuns: Handlers['cancelRuns'] = async (asked) => {
  const { body, services } = asked;
  const { filter: _, ...options } = body;
  const records = await findRuns(asked);
  const cancelled: string[] = [];
  const failed: { id: string; code: string; message: string }[] = [];
  const cancel = async ({ id }: RunRecord) => {
    try {
      await services.engine.runs.cancel(id, options);
      cancelled.push(id);
    } catch (error) {
      if (!(error instanceof EngineError)) throw error;
      failed.push({ id, code: error.code, message: error.message });
    }
  };
  for (let at = 0; at < records.length; at += atOnce) {
    await Promise.all(records.slice(at, at + atOnce).map(cancel));
  }
  return { body: { cancelled, failed } };
};

async function findRuns({
  body,
  identity,
  services,
}: Asked<'cancelRuns'>): Promise<readonly RunRecord[]> {
  const { runs } = services.engine;
  // Bodies come from JSON: optional keys are absent, never undefined.
  const { ids, ...named } = body.filter as CancelFilter;
  const filter = statusFilter(named);
  const isFiltered = Object.keys(filter).length > 0;
  if (ids === undefined && !isFiltered) {
    const message = 'must have one of ids, workflow, status and q';
    throw new EngineError('REQUEST_INVALID', {
      complaints: [{ in: 'body', pointer: '/filter', message }],
    });
  }
  if (ids !== undefined && !isFiltered) {
    const records = await Promise.all(ids.map((id) => orNull(() => runs.record(id))));
    return records
      .filter((record) => record !== null)
      .filter((record) => isOwn(identity, record) && !hasEnded(record));
  }
  const found: RunRecord[] = [];
  for await (const record of everyItem((page) =>
    runs.list({ ...page, ...filter, user: identity.owner, isUnfinished: true }),
  )) {
    if (found.length === runsMax) break;
    if (isOwn(identity, record) && (ids === undefined || ids.includes(record.id)))
      found.push(record);
  }
  return found;
}

type CancelFilter = Pick<RunFilter, 'status' | 'workflow' | 'q'> & {
  readonly ids?: readonly string[];
};
