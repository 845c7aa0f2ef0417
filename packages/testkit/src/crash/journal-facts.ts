// What a store contains about a tree of runs: its journals, what they record, and what is wrong with them.
import { checkJournal, compileForTypes, listAll } from '@skein/engine';
import type { RunEvent } from '@skein/kernel';
import type { RunRecord, Store } from '@skein/ports';
import { fullTypes } from './full-world.ts';

/** The runs of a workflow with all runs below them, roots first. */
export async function treesOf(store: Store, workflow: string): Promise<readonly RunRecord[]> {
  const found = [...(await listAll({ store }, { workflow }))];
  for (const { id } of found) found.push(...(await listAll({ store }, { parent: id })));
  return found;
}

/** Every step and every node whose result is in a journal, named as in `FullWorld.onMade`. */
export async function recordedIn(store: Store, runs: readonly RunRecord[]): Promise<Set<string>> {
  const recorded = new Set<string>();
  for (const { id } of runs) {
    for (const row of (await store.runs.journal(id)) ?? []) {
      const what = recordedBy(row);
      if (what !== null) recorded.add(`${id} ${what}`);
    }
  }
  return recorded;
}

/** The same store; what is recorded through it is immediately added to `known`. */
export function notingStore(store: Store, known: Set<string>): Store {
  const append: Store['runs']['append'] = (run, expectedSeq, events, changes, epoch) => {
    const note = () => {
      for (const event of events) {
        const what = recordedBy(event);
        if (what !== null) known.add(`${run} ${what}`);
      }
    };
    const written = store.runs.append(run, expectedSeq, events, changes, epoch);
    if (written !== undefined) return written.then(note);
    note();
    return undefined;
  };
  return { ...store, runs: { ...store.runs, append } };
}

function recordedBy(row: RunEvent): string | null {
  if (row.type === 'step.recorded') return `${row.node}#${row.activation} ${row.key}`;
  return row.type === 'node.completed' ? `${row.node}#${row.activation}` : null;
}

/** Sentences about journals that violate the invariants of every journal. */
export async function complaintsAbout(
  store: Store,
  runs: readonly RunRecord[],
): Promise<readonly string[]> {
  const compile = compileForTypes(fullTypes);
  const complaints: string[] = [];
  for (const { id, workflow } of runs) {
    const rows = (await store.runs.journal(id)) ?? [];
    const record = await store.definitions.get(workflow.id, workflow.version);
    const { graph } = compile(record?.definition, {});
    if (graph === null) complaints.push(`The definition of ${id} is gone.`);
    else complaints.push(...checkJournal(graph, rows).map((text) => `${id}: ${text}`));
  }
  return complaints;
}
