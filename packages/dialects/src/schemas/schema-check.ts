// What is asked about a value, and what is found out.
export type SchemaCheck =
  | { readonly result: 'fits' }
  | { readonly result: 'misfit'; readonly problems: readonly string[] }
  /** The schema itself cannot be used. */
  | { readonly result: 'bad-schema'; readonly message: string }
  /** It was not found out: the schema refers to itself without end, or has more alternatives than anyone can try. */
  | { readonly result: 'too-costly'; readonly message: string };

export interface SchemaCheckOptions {
  /** Whether nobody else waits for this thread: a large value then takes more steps. */
  readonly isAlone?: boolean;
}
