export interface CodePlace {
  readonly message: string;
  /** Counted from 1, like the column. */
  readonly line: number;
  readonly column: number;
}

/** Where in the code a problem is: its message ends with that. Null if it is not of a line. */
export function placeInCode(message: string): CodePlace | null {
  const place = / \(line (\d+), column (\d+)\)\.?$/.exec(message);
  if (place === null) return null;
  const [, line, column] = place;
  return { message: message.slice(0, place.index), line: Number(line), column: Number(column) };
}
