/** Puts something into a map that has at most so many: those that were put there last stay. */
export function remember<Value>(
  known: Map<string, Value>,
  given: { readonly name: string; readonly value: Value; readonly most: number },
): void {
  known.delete(given.name);
  known.set(given.name, given.value);
  if (known.size <= given.most) return;
  const oldest = known.keys().next();
  if (oldest.done !== true) known.delete(oldest.value);
}
