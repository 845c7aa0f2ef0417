/** Why a program stays as it is: thrown while it is read, caught by who translates. */
export class Untranslatable extends Error {
  override readonly name = 'Untranslatable';
}

export function untranslatable(reason: string): Untranslatable {
  return new Untranslatable(reason);
}
