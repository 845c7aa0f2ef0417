import type { DefinitionRecord, DefinitionStore } from '@skein/ports';
import { pageOf } from './page.ts';

export function memoryDefinitions(): DefinitionStore {
  const versionsById = new Map<string, DefinitionRecord[]>();
  return {
    save(record) {
      const versions = versionsById.get(record.id);
      if (versions === undefined) versionsById.set(record.id, [record]);
      else keepNewestLast(versions, record);
    },
    get(id, version) {
      const versions = versionsById.get(id);
      if (version === undefined) return versions?.at(-1);
      return versions?.find((record) => record.version === version);
    },
    list(filter) {
      const newest = [...versionsById.values()].flatMap((versions) => versions.slice(-1));
      const places = new Map(newest.map((record, place) => [record, place]));
      return pageOf(newest, filter, { placeOf: (record) => places.get(record) ?? 0 });
    },
    versions: (id) => versionsById.get(id) ?? [],
  };
}

/** Saving an old version again makes it the newest one, without a second row for it. */
function keepNewestLast(versions: DefinitionRecord[], record: DefinitionRecord): void {
  const place = versions.findIndex(({ version }) => version === record.version);
  if (place === -1) versions.push(record);
  else versions.push(...versions.splice(place, 1));
}
