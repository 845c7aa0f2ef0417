/** The records that fit the words best, best first; a word in a name counts more than one in a text. */
export function findTexts<Item>(
  items: readonly Item[],
  words: string,
  read: (item: Item) => { readonly name: string; readonly text: string },
): readonly Item[] {
  const wanted = words.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
  if (wanted.length === 0) return items;
  const scored = items.map((item) => {
    const { name, text } = read(item);
    const [title, body] = [name.toLowerCase(), text.toLowerCase()];
    const score = wanted.reduce(
      (sum, word) => sum + (title.includes(word) ? 5 : 0) + (body.includes(word) ? 1 : 0),
      0,
    );
    return { item, score };
  });
  return scored
    .filter(({ score }) => score > 0)
    .toSorted((one, other) => other.score - one.score)
    .map(({ item }) => item);
}
