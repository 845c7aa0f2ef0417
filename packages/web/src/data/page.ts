/** A part of a list; `nextCursor` asks for the following one. */
export interface Page<Item> {
  readonly items: readonly Item[];
  readonly nextCursor: string | null;
}
