import { setOwn } from '@skein/kernel';

/** The same options, each of which may also be given as undefined. */
export type OrUndefined<Options> = { readonly [Key in keyof Options]: Options[Key] | undefined };

/** Keys whose values may be undefined become keys that may be absent. */
type WithoutUndefined<Given> = {
  [Key in keyof Given as undefined extends Given[Key] ? never : Key]: Given[Key];
} & {
  [Key in keyof Given as undefined extends Given[Key] ? Key : never]?: Exclude<
    Given[Key],
    undefined
  >;
};

/** The object without keys that are undefined, for options that tell an absent key from an undefined one. */
export function withoutUndefined<Given extends object>(given: Given): WithoutUndefined<Given> {
  const kept = {};
  for (const key of Object.keys(given)) {
    // One of its own keys.
    const value = given[key as keyof Given];
    if (value !== undefined) setOwn(kept, key, value);
  }
  // The type says the same.
  return kept as WithoutUndefined<Given>;
}
