/** Why a template or condition does not parse, and where: `path` leads from the parsed value to the place. */
export interface TemplateProblem {
  readonly path: readonly (string | number)[];
  readonly message: string;
  readonly hint: string;
  /** For what is not merely a reference or condition that does not parse. */
  readonly code?: 'BAD_EXPRESSION' | 'BAD_STEP';
}
