/** One way in which something can be refused: for HTTP, for the command line, and for people. */
export interface Problem<Details> {
  readonly status: number;
  readonly exitCode: number;
  readonly message: (details: Details) => string;
  readonly hint: string;
}

export function problem<Details>(
  [status, exitCode]: readonly [status: number, exitCode: number],
  message: (details: Details) => string,
  hint: string,
): Problem<Details> {
  return { status, exitCode, message, hint };
}
