/** Why a template or condition does not parse, and where: `path` leads from the parsed value to the place. */
export interface TemplateProblem {
  readonly path: readonly (string | number)[];
  readonly message: string;
  readonly hint: string;
}
