import { EngineError, type RunRecord } from '@skein/ports';
import { isOwn } from '../identity/identity.ts';
import type { Asked, Handlers } from './handler.ts';

/** As many as one request ends; the rest is there for the next one. */
const runsMax = 10_000;
/** As many as are ended at once: others have things to do too. */
const atOnce = 20;

export const cancelRuns: Handlers['cancelRuns'] = async (asked) => {
  const { body, services } = asked;
  const { reason } = body;
  const records = await findRuns(asked);
  const cancelled: string[] = [];
  const failed: { id: string; code: string; message: string }[] = [];
  const cancel = async ({ id }: RunRecord) => {
    try {
      await services.engine.runs.cancel(id, reason === undefined ? {} : { reason });
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
  const { ids, status, workflow, q } = body.filter;
  if ([ids, status, workflow, q].every((given) => given === undefined)) {
    const message = 'must have one of ids, workflow, status and q';
    throw new EngineError('REQUEST_INVALID', {
      complaints: [{ in: 'body', pointer: '/filter', message }],
    });
  }
  const fits = (record: RunRecord) =>
    isOwn(identity, record) && (ids === undefined || ids.includes(record.id));
  if (ids !== undefined && [status, workflow, q].every((given) => given === undefined)) {
    const found = await Promise.all(ids.map(async (id) => services.store.runs.get(id)));
    return found.filter(
      (record) => record !== undefined && fits(record) && isLive(record),
    ) as RunRecord[];
  }
  const found: RunRecord[] = [];
  let cursor: string | null = null;
  do {
    const page = await services.store.runs.list({
      user: identity.owner,
      isUnfinished: true,
      ...(status === undefined ? {} : { status }),
      ...(workflow === undefined ? {} : { workflow }),
      ...(q === undefined ? {} : { q }),
      ...(cursor === null ? {} : { cursor }),
      limit: 200,
    });
    found.push(...page.items.filter(fits));
    cursor = page.nextCursor;
  } while (cursor !== null && found.length < runsMax);
  return found;
}

function isLive({ status }: RunRecord): boolean {
  return status === 'running' || status === 'waiting';
}
