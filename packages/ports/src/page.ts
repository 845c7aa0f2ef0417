export interface Page<T> {
  readonly items: readonly T[];
  /** Where the next page begins; null: this is the last one. */
  readonly nextCursor: string | null;
}
