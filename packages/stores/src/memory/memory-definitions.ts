import type {
  DefinitionFilter,
  DefinitionRecord,
  DefinitionStore,
  NewestDefinition,
  Page,
} from '@skein/ports';
import { checkTriggers } from '../records/check-record.ts';
import { checkDefinition } from '../values/check-append.ts';
import { activeIn, checkRows, renamed } from '../values/definition-rows.ts';
import { revisionError } from '../values/revision-error.ts';
import { bySaved, fromSavedCursor, toSavedCursor } from '../values/saved-cursor.ts';
import { searchText } from '../values/search-text.ts';
import type { MemoryRows } from './memory-rows.ts';
import { changesTriggers } from '../records/triggers.ts';
import { deleteTriggers, saveTriggers, switchTriggers, triggerRows } from './memory-triggers.ts';
import type { MemoryTables } from './memory-tables.ts';
import { pageOf } from './page.ts';

interface Entry {
  versions: readonly DefinitionRecord[];
  readonly place: number;
  revision: number;
  isActive: boolean;
  isDeleted: boolean;
}

export function memoryDefinitions(tables: MemoryTables, rows: MemoryRows): DefinitionStore {
  const known = new Known();
  return { ...readingOf(known), ...writingTo(known, tables, rows) };
}

class Known {
  readonly #entries = new Map<string, Entry>();

  find(id: string, user = ''): Entry | undefined {
    return this.#entries.get(JSON.stringify([user, id]));
  }

  live(id: string, user = ''): Entry | undefined {
    const entry = this.find(id, user);
    return entry === undefined || entry.isDeleted ? undefined : entry;
  }

  all(): readonly Entry[] {
    return [...this.#entries.values()].filter(({ isDeleted }) => !isDeleted);
  }

  entryFor({ id, user = '' }: DefinitionRecord): Entry {
    const known = this.find(id, user);
    if (known !== undefined) return known;
    const place = this.#entries.size;
    const entry = { versions: [], place, revision: 0, isActive: true, isDeleted: true };
    this.#entries.set(JSON.stringify([user, id]), entry);
    return entry;
  }
}

function readingOf(known: Known): Pick<DefinitionStore, 'get' | 'newest' | 'list' | 'versions'> {
  return {
    get(id, version, user) {
      if (version === undefined) return known.live(id, user)?.versions.at(-1);
      return known.find(id, user)?.versions.find((it) => it.version === version);
    },
    newest: (id, user) => newestOf(known.live(id, user)),
    list({ order, ...filter }) {
      const { items, nextCursor } =
        order === 'saved'
          ? pageBySaved(known.all(), filter)
          : pageOf(known.all(), filter, {
              fits: (entry) => fits(newestOf(entry), filter),
              placeOf: ({ place }) => place,
            });
      const newest = items.map(newestOf).filter((record) => record !== undefined);
      return { items: newest, nextCursor };
    },
    versions: (id, user) => known.find(id, user)?.versions ?? [],
  };
}

/** The one that was saved last first. */
function pageBySaved(entries: readonly Entry[], filter: DefinitionFilter): Page<Entry> {
  const { cursor, limit = 1000 } = filter;
  const from = fromSavedCursor(cursor);
  const placed = entries
    .filter((entry) => fits(newestOf(entry), filter))
    .map((entry) => ({ entry, savedAt: newestOf(entry)?.savedAt ?? 0, place: entry.place }))
    .filter((each) => from === null || bySaved(from, each) <= 0)
    .toSorted(bySaved);
  const next = placed[limit];
  return {
    items: placed.slice(0, limit).map(({ entry }) => entry),
    nextCursor: next === undefined ? null : toSavedCursor(next),
  };
}

function writingTo(
  known: Known,
  tables: MemoryTables,
  rows: MemoryRows,
): Pick<DefinitionStore, 'save' | 'change' | 'delete'> {
  return {
    save(record, options = {}) {
      checkDefinition(record);
      checkRows(record);
      checkTriggers(options.triggers);
      const live = known.live(record.id, record.user);
      checkRevision(record.id, options.expected, live?.revision ?? 0);
      const before = live?.versions.at(-1);
      const isActive =
        activeIn(record) ?? options.isActive ?? (live === undefined || live.isActive);
      if (options.isHidden !== true) tables.checkParts(record, before, options);
      const given = { triggers: options.triggers ?? [], isActive };
      const triggers = triggerRows(rows, record, given);
      const entry = known.entryFor(record);
      // Saving an old version again makes it the newest one, without a second row for it.
      const others = entry.versions.filter(({ version }) => version !== record.version);
      if (options.isHidden === true) {
        const isKnown = others.length < entry.versions.length;
        // After the newest one; versions that already exist keep their place.
        if (!isKnown) entry.versions = [record, ...others];
        return entry.revision;
      }
      entry.versions = [...others, record];
      entry.isActive = isActive;
      entry.isDeleted = false;
      if (options.keepsRevision !== true || live === undefined) entry.revision += 1;
      tables.saveDefinition(record, before, options);
      const isChanged = before !== undefined && before.version !== record.version;
      if (changesTriggers(options, isChanged)) {
        saveTriggers(rows, record, { triggers, keepsTriggers: options.keepsTriggers });
      }
      return entry.revision;
    },
    change(id, { user, name, isActive, expected, at }) {
      const entry = known.live(id, user);
      const record = entry?.versions.at(-1);
      checkRevision(id, expected, entry?.revision ?? 0);
      if (entry === undefined || record === undefined) return undefined;
      if (isActive !== undefined && isActive !== entry.isActive) {
        switchTriggers(rows, record, isActive);
      }
      entry.isActive = isActive ?? entry.isActive;
      if (name !== undefined) {
        entry.versions = [...entry.versions.slice(0, -1), { ...record, name }];
        entry.revision += 1;
      }
      tables.project(user ?? '', renamed(record, { name, isActive, at }));
      return entry.revision;
    },
    delete(id, user) {
      const entry = known.live(id, user);
      const newest = entry?.versions.at(-1);
      if (entry === undefined || newest === undefined) return false;
      entry.isDeleted = true;
      tables.deleteDefinition(newest);
      deleteTriggers(rows, newest);
      return true;
    },
  };
}

function checkRevision(workflow: string, expected: number | undefined, found: number): void {
  if (expected === undefined || expected === found) return;
  throw revisionError(workflow, expected, found);
}

function newestOf(entry: Entry | undefined): NewestDefinition | undefined {
  const record = entry?.versions.at(-1);
  if (entry === undefined || record === undefined) return undefined;
  const { revision, isActive } = entry;
  return { ...record, revision, isActive };
}

function fits(record: NewestDefinition | undefined, filter: DefinitionFilter): boolean {
  if (record === undefined) return false;
  const { user, dialect, isActive, q } = filter;
  if (user !== undefined && (record.user ?? '') !== user) return false;
  if (dialect !== undefined && record.dialect !== dialect) return false;
  if (isActive !== undefined && record.isActive !== isActive) return false;
  return q === undefined || searchText([record.id, record.name]).includes(q.toLowerCase());
}
