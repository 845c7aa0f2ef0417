/** A path, function or query that has no counterpart: thrown while a state is converted, named in a loss of that state. */
export class UntranslatablePath extends Error {
  override readonly name = 'UntranslatablePath';
}

export function untranslatablePath(path: string): UntranslatablePath {
  return new UntranslatablePath(path);
}
