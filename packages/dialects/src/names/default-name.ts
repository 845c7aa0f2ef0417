// Names of nodes that nobody has named
// A new node is called like its entry of the palette, with a number if another is called so, and its id is made of that. What
// has such an id and no name was never named: it is called by the name that the id was made of.

/** The id of a node that is called so. */
export function idOfName(name: string): string {
  return name.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-');
}

/** The wanted name, or if it is taken, the name with the smallest free number behind it. */
export function freeName(wanted: string, taken: ReadonlySet<string>): string {
  if (!taken.has(wanted)) return wanted;
  let number = 2;
  while (taken.has(`${wanted} ${number}`)) number += 1;
  return `${wanted} ${number}`;
}

/** `Model call 2` for `model-call-2`, a node of the type `Model call`; null for an id that somebody chose. */
export function nameOfId(id: string, typeName: string): string | null {
  if (typeName === '') return null;
  const made = idOfName(typeName);
  if (id === made) return typeName;
  const number = id.startsWith(`${made}-`) ? id.slice(made.length + 1) : '';
  return /^[1-9]\d{0,3}$/.test(number) ? `${typeName} ${number}` : null;
}
