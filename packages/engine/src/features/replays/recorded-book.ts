// A book of recorded results
// Results are keyed by their whole request. Equal requests have their results in order, each to be used once. Ids that were
// made in the recorded run match any other id in the same place.
import { canonicalJson, type Json } from '@skein/kernel';
import { markIds, matchMarked } from '@skein/ports';

export interface RecordedBook<Entry> {
  add(question: Json, entry: Entry): void;
  /** The next result for that request; `ids` has the new id for each old one. */
  take(question: Json): { readonly entry: Entry; readonly ids: ReadonlyMap<string, string> } | null;
}

export function recordedBook<Entry>(isOwnId: (id: string) => boolean): RecordedBook<Entry> {
  const exact = new Map<string, Entry[]>();
  const marked: {
    readonly text: string;
    readonly marks: Map<string, string>;
    readonly entry: Entry;
  }[] = [];
  return {
    add(question, entry) {
      const text = canonicalJson(question);
      const marks = new Map<string, string>();
      const withMarks = markIds(text, isOwnId, marks);
      if (marks.size > 0) {
        marked.push({ text: withMarks, marks, entry });
        return;
      }
      const known = exact.get(text);
      if (known === undefined) exact.set(text, [entry]);
      else known.push(entry);
    },
    take(question) {
      const text = canonicalJson(question);
      const entry = exact.get(text)?.shift();
      if (entry !== undefined) return { entry, ids: noIds };
      for (const [place, each] of marked.entries()) {
        const found = matchMarked(each.text, text);
        if (found === null) continue;
        marked.splice(place, 1);
        const ids = new Map([...each.marks].map(([id, mark]) => [id, found.get(mark) ?? id]));
        return { entry: each.entry, ids };
      }
      return null;
    },
  };
}

const noIds: ReadonlyMap<string, string> = new Map();

/** The value with the old ids replaced by new ones. */
export function withNewIds<T>(value: T, ids: ReadonlyMap<string, string>): T {
  if (ids.size === 0) return value;
  let text = JSON.stringify(value);
  for (const [old, fresh] of ids) text = text.replaceAll(old, () => fresh);
  // Ids need no escaping, so it is JSON of the same form.
  return JSON.parse(text) as T;
}
