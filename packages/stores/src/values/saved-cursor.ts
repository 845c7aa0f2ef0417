/** Where a page of workflows in the order of their last save begins: the time of the save, and among equal ones the place. */
export interface SavedPlace {
  readonly savedAt: number;
  readonly place: number;
}

const form = /^(\d{1,16})-(\d{1,16})$/u;

export function toSavedCursor({ savedAt, place }: SavedPlace): string {
  return `${savedAt}-${place}`;
}

/** Null for none, and for one that is no such place. */
export function fromSavedCursor(cursor: string | undefined): SavedPlace | null {
  const [, savedAt, place] = form.exec(cursor ?? '') ?? [];
  return savedAt === undefined ? null : { savedAt: Number(savedAt), place: Number(place) };
}

/** Negative: the first one comes first. */
export function bySaved(one: SavedPlace, other: SavedPlace): number {
  return other.savedAt - one.savedAt || other.place - one.place;
}
