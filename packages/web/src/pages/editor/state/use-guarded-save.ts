// Saving what nobody else has changed
// G1. What is saved says what it is a change of. If somebody has saved since, nothing is written and the user is asked.
// G2. Saves of one editor are sent one after the other: else the second would be a change of what the first has replaced.
// G3. Whoever has saved the very same is no conflict.
import { equalJson, isObject } from '@skein/kernel';
import { ProblemError } from '../../../data/problem.ts';
import { lastSaved, readVersion, readVersions } from '../../../data/workflows.ts';
import {
  useWholeStore,
  type EditorStore,
  type NewerVersion,
  type WantedSave,
} from './editor-store.ts';

/** Rejects if nothing was saved; then the failure has been reported, or the user is asked. */
export type GuardedSave = <Saved>(wanted: WantedSave, send: () => Promise<Saved>) => Promise<Saved>;

const lastSends = new WeakMap<EditorStore, Promise<unknown>>();

export function useGuardedSave(workflow: string): GuardedSave {
  const store = useWholeStore();
  return (wanted, send) => {
    const before = lastSends.get(store) ?? Promise.resolve();
    const guarded = () => sendGuarded(store, { workflow, wanted, send });
    const sent = before.then(guarded, guarded);
    lastSends.set(store, sent);
    return sent;
  };
}

interface Sending<Saved> {
  readonly workflow: string;
  readonly wanted: WantedSave;
  readonly send: () => Promise<Saved>;
}

async function sendGuarded<Saved>(
  store: EditorStore,
  { workflow, wanted, send }: Sending<Saved>,
): Promise<Saved> {
  try {
    return await send();
  } catch (error) {
    if (!(error instanceof ProblemError) || error.problem.code !== 'VERSION_CONFLICT') throw error;
    const newer = await findNewer(workflow, wanted);
    if (newer === null) throw error;
    if (equalJson(newer.definition, store.getState().history.present)) {
      goOnFrom(store, newer);
      return send();
    }
    store.setState({ newer });
    throw error;
  }
}

async function findNewer(workflow: string, wanted: WantedSave): Promise<NewerVersion | null> {
  const versions = await readVersions(workflow);
  const item = lastSaved(versions);
  const newest = versions.find(({ isNewest }) => isNewest);
  if (item === undefined || newest === undefined) return null;
  const { definition } = await readVersion(workflow, item.version);
  // The same object: then nothing differs from what is published.
  const published = item.isNewest
    ? definition
    : (await readVersion(workflow, newest.version)).definition;
  if (!isObject(definition) || !isObject(published)) return null;
  return {
    item,
    definition,
    published: { version: newest.version, definition: published },
    wanted,
  };
}

/** The user has seen what was saved meanwhile: what they save next is a change of that. */
export function goOnFrom(store: EditorStore, { item, definition, published }: NewerVersion): void {
  store.setState({
    saved: definition,
    savedVersion: item.version,
    published: published.definition,
    version: published.version,
    newer: null,
  });
}
