/** What the kinds of things to do are called, in the order in which they are shown; other kinds are called by their own name. */
const words: Readonly<Record<string, string>> = {
  binding: 'Tools to bind',
  credential: 'Secrets to store',
  'python-code': 'Python code',
  'unknown-node': 'Unknown nodes',
  invalid: 'Parts that were left out',
  reference: 'Values without a counterpart',
  setting: 'Settings without a counterpart',
  'model-setting': 'Settings of models',
  files: 'Files',
};

const order = Object.keys(words);

export function kindWords(kind: string): string {
  if (Object.hasOwn(words, kind)) return words[kind] ?? kind;
  const plain = kind.replaceAll('-', ' ');
  return plain === '' ? 'Other' : plain.charAt(0).toUpperCase() + plain.slice(1);
}

const notes: Readonly<Record<string, string>> = {
  binding:
    'Choose a tool of this server at the node, or have the operator offer one under this name.',
  credential: 'Store them in the settings, under these names.',
};

/** What can be done about all of a kind, beside the cure of each. */
export function kindNote(kind: string): string | undefined {
  return Object.hasOwn(notes, kind) ? notes[kind] : undefined;
}

/** Entries by kind, those that keep a workflow from running first. */
export function groupByKind<Entry extends { readonly kind: string }>(
  entries: readonly Entry[],
): readonly (readonly [kind: string, entries: readonly Entry[]])[] {
  const rank = (kind: string) => (order.indexOf(kind) + order.length + 1) % (order.length + 1);
  return [...Map.groupBy(entries, ({ kind }) => kind)].toSorted(
    ([one], [other]) => rank(one) - rank(other),
  );
}
