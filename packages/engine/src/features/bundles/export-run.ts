import type { RunId } from '@skein/kernel';
import { EngineError } from '@skein/ports';
import { listAll } from '../../state/records/list-all.ts';
import type { Ports } from '../../engine-ports.ts';
import { bundleFiles } from './bundled-files.ts';
import {
  bundleFormat,
  type BundledDefinition,
  type BundledRun,
  type RunBundle,
} from './run-bundle.ts';

/** The whole tree that the run belongs to, at this moment. */
export async function exportRun(runtime: Ports<'store' | 'clock'>, run: RunId): Promise<RunBundle> {
  const { store, clock } = runtime;
  const asked = await store.runs.get(run);
  if (asked === undefined) throw new EngineError('RUN_NOT_FOUND', { run });
  const root = asked.root ?? run;
  const runs: BundledRun[] = [await bundleRun(runtime, root)];
  const definitions = new Map<string, BundledDefinition>();
  for (const { record } of runs) {
    for (const child of await listAll(runtime, { parent: record.id })) {
      runs.push(await bundleRun(runtime, child.id));
    }
    const { id, version } = record.workflow;
    const key = JSON.stringify([id, version]);
    if (definitions.has(key)) continue;
    const own = await store.definitions.get(id, version, record.user);
    const definition = own ?? (await store.definitions.get(id, version));
    if (definition === undefined) {
      throw new EngineError('WORKFLOW_NOT_FOUND', { workflow: id, version });
    }
    const isListed = (await store.definitions.newest(id, definition.user)) !== undefined;
    definitions.set(key, isListed ? definition : { ...definition, isHidden: true });
  }
  const exportedAt = clock.now();
  return {
    format: bundleFormat,
    exportedAt,
    root,
    runs,
    definitions: [...definitions.values()],
    ...(await bundleFiles(runtime, root)),
  };
}

/** Record and rows of the same moment: the run may continue meanwhile, and rows are only ever added. */
async function bundleRun({ store }: Ports<'store'>, run: RunId): Promise<BundledRun> {
  const record = await store.runs.get(run);
  const rows = await store.runs.journal(run);
  if (record === undefined || rows === undefined) throw new EngineError('RUN_NOT_FOUND', { run });
  const keptEvents = await store.keptEvents.list(run);
  return { record, rows: rows.slice(0, record.seq), keptEvents };
}
