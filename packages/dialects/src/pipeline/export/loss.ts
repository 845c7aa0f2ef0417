/** What a pipeline cannot say, and where it is in the native workflow. */
/** One thing that a pipeline cannot say; `path` leads into the native workflow. */
export interface Loss {
  readonly path: readonly (string | number)[];
  readonly message: string;
  readonly hint?: string;
}
