import type { RunRecord, EngineStore } from '@skein/ports';
import { listAll } from './list-all.ts';

/** The runs below a run, including ended ones, by their paths. */
export async function childrenByPath(
  stores: { readonly store: Pick<EngineStore, 'runs'> },
  parent: string,
): Promise<ReadonlyMap<string, RunRecord>> {
  const children = await listAll(stores, { parent });
  return new Map(children.map((record) => [record.parent?.path ?? '', record]));
}
