import { runId, waitId, type PlainOr, type RunId, type WaitId } from '@skein/kernel';
import { EngineError, hasEnded, type WaitRecord } from '@skein/ports';
import type { Ports } from '../../engine-ports.ts';
import { listAll } from '../../state/records/list-all.ts';

export interface WaitName {
  readonly run: PlainOr<RunId>;
  /** A node of the run, or a path into its children: `map/0/review`. Without it, the run's oldest open wait. */
  readonly node?: string;
}

export async function findWait(
  runtime: Ports<'store'>,
  wait: PlainOr<WaitId> | WaitName,
): Promise<WaitRecord> {
  if (typeof wait === 'string') {
    const record = await runtime.store.waits.get(waitId(wait));
    if (record === undefined) throw new EngineError('WAIT_NOT_FOUND', { wait });
    return record;
  }
  const found = await findByNode(runtime, wait);
  if (found !== undefined) return found;
  const record = await runtime.store.runs.get(runId(wait.run));
  if (record === undefined) throw new EngineError('RUN_NOT_FOUND', { run: wait.run });
  if (hasEnded(record))
    throw new EngineError('RUN_ENDED', { run: wait.run, status: record.status });
  throw new EngineError('WAIT_NOT_FOUND', { wait: wait.node ?? wait.run });
}

async function findByNode(
  runtime: Ports<'store'>,
  { run, node }: WaitName,
): Promise<WaitRecord | undefined> {
  const filter = { run, limit: 1, ...(node === undefined ? {} : { node }) };
  const { items } = await runtime.store.waits.list(filter);
  return items[0] ?? findBelow(runtime, { run, node });
}

/** The runs below are named by the nodes that started them: `map/0/review` is the node `review` of item 0 of the node `map`. */
async function findBelow(
  runtime: Ports<'store'>,
  { run, node }: { readonly run: PlainOr<RunId>; readonly node: string | undefined },
): Promise<WaitRecord | undefined> {
  for (const { id, parent } of await listAll(runtime, { parent: run, isUnfinished: true })) {
    const prefix = prefixOf(parent?.path ?? '');
    if (node !== undefined && !node.startsWith(prefix)) continue;
    const below = node === undefined ? {} : { node: node.slice(prefix.length) };
    const found = await findByNode(runtime, { run: id, ...below });
    if (found !== undefined) return found;
  }
  return undefined;
}

/** `node#activation/index` is shown as `node/index/`. */
function prefixOf(path: string): string {
  return `${path.replace(/#\d+(\/\d+)$/, '$1')}/`;
}
