import type { DefinitionFilter, DefinitionRecord, DefinitionStore } from '@skein/ports';
import { checkDefinition } from '../values/check-append.ts';
import { searchText } from '../values/search-text.ts';
import type { MemoryTables } from './memory-tables.ts';
import { pageOf } from './page.ts';

interface Entry {
  readonly versions: DefinitionRecord[];
  readonly place: number;
  isDeleted: boolean;
}

export function memoryDefinitions(tables: MemoryTables): DefinitionStore {
  const entries = new Map<string, Entry>();
  const find = (id: string, user = '') => entries.get(JSON.stringify([user, id]));

  function entryFor({ id, user = '' }: DefinitionRecord): Entry {
    const known = find(id, user);
    if (known !== undefined) return known;
    const entry = { versions: [], place: entries.size, isDeleted: false };
    entries.set(JSON.stringify([user, id]), entry);
    return entry;
  }

  return {
    save(record, options) {
      checkDefinition(record);
      const entry = entryFor(record);
      const before = entry.isDeleted ? undefined : entry.versions.at(-1);
      keepNewestLast(entry.versions, record);
      entry.isDeleted = false;
      tables.saveDefinition(record, before, options);
    },
    get(id, version, user) {
      const entry = find(id, user);
      if (version !== undefined) return entry?.versions.find((it) => it.version === version);
      return entry?.isDeleted ? undefined : entry?.versions.at(-1);
    },
    list(filter) {
      const live = [...entries.values()].filter(({ isDeleted }) => !isDeleted);
      const { items, nextCursor } = pageOf(live, filter, {
        fits: ({ versions }) => fits(versions.at(-1), filter),
        placeOf: ({ place }) => place,
      });
      return { items: items.flatMap(({ versions }) => versions.slice(-1)), nextCursor };
    },
    versions: (id, user) => find(id, user)?.versions ?? [],
    delete(id, user) {
      const entry = find(id, user);
      const newest = entry?.versions.at(-1);
      if (entry === undefined || entry.isDeleted || newest === undefined) return false;
      entry.isDeleted = true;
      tables.deleteDefinition(newest);
      return true;
    },
  };
}

function fits(
  record: DefinitionRecord | undefined,
  { user, dialect, q }: DefinitionFilter,
): boolean {
  if (record === undefined) return false;
  if (user !== undefined && (record.user ?? '') !== user) return false;
  if (dialect !== undefined && record.dialect !== dialect) return false;
  return q === undefined || searchText([record.id, record.name]).includes(q.toLowerCase());
}

/** Saving an old version again makes it the newest one, without a second row for it. */
function keepNewestLast(versions: DefinitionRecord[], record: DefinitionRecord): void {
  const place = versions.findIndex(({ version }) => version === record.version);
  if (place !== -1) versions.splice(place, 1);
  versions.push(record);
}
