// Search by words
// What somebody wishes, and what an example or a passage says, rarely have the same words in the same form. So words are compared without
// their endings, words that say nothing are left out, and a word that few texts have counts more than one that most have (inverse document
// frequency), in a name more than in a text.

/** Words that say nothing about what somebody wants. */
const emptyWords = new Set(
  'a about all an and any are as at be been but by can do does each every for from get give has have i if in into is it its just like make me my need of on or our please should so some somebody something step steps that the their them then there they this to until use using want we what when where which who will with workflow would you your'.split(
    ' ',
  ),
);

const inName = 3;

/** The records that fit the words best, best first. */
export function findTexts<Item>(
  items: readonly Item[],
  words: string,
  read: (item: Item) => { readonly name: string; readonly text: string },
): readonly Item[] {
  const wanted = [...new Set(wordsOf(words))];
  if (wanted.length === 0) return items;
  const all = items.map((item) => {
    const { name, text } = read(item);
    return { item, name: countsOf(name), text: countsOf(text) };
  });
  const rarity = new Map(
    wanted.map((word) => {
      const having = all.filter(({ name, text }) => name.has(word) || text.has(word)).length;
      return [word, Math.log(1 + items.length / (1 + having))];
    }),
  );
  return all
    .map(({ item, name, text }) => ({
      item,
      score: wanted.reduce(
        (sum, word) =>
          sum + (rarity.get(word) ?? 0) * (inName * weight(name, word) + weight(text, word)),
        0,
      ),
    }))
    .filter(({ score }) => score > 0)
    .toSorted((one, other) => other.score - one.score)
    .map(({ item }) => item);
}

/** The second time a word is there it says less than the first time. */
function weight(counts: ReadonlyMap<string, number>, word: string): number {
  const count = counts.get(word) ?? 0;
  return count / (count + 1);
}

function countsOf(text: string): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const word of wordsOf(text)) counts.set(word, (counts.get(word) ?? 0) + 1);
  return counts;
}

function wordsOf(text: string): readonly string[] {
  const found = text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
  return found.filter((word) => !emptyWords.has(word)).map(stemOf);
}

/** Enough to find "refunds" by "refunding", and "approval" by "approve". */
function stemOf(word: string): string {
  if (word.length < 5) return word.replace(/s$/, '');
  return word
    .replace(/(?:ations?|ings?|ings|ed|ers?|als?|ies|es|s|ly)$/, '')
    .replace(/(?:e|y|i)$/, '')
    .replace(/(.)\1$/, '$1');
}
