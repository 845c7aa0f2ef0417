/** What a pipeline cannot express, and where it is in the native workflow. */
/** One thing that a pipeline cannot express; `path` leads into the native workflow. */
export interface Loss {
  readonly path: readonly (string | number)[];
  readonly message: string;
  readonly hint?: string;
}
