import type { Template } from '../../data/templates.ts';

/** Words that say nothing about what somebody wants. */
const emptyWords = new Set(
  'a an and are as at be by for from i in is it my of on or our that the then to want with'.split(
    ' ',
  ),
);

/**
 * The templates in the order in which they are offered: the simplest first, then those that answer like a model. With a wish,
 * those that share a word with it, the most words first; words of the name count double.
 */
export function fittingTemplates(
  templates: readonly Template[],
  wish: string,
): readonly Template[] {
  // Other formats come by import: what is started here is of one kind.
  const own = templates.filter(({ dialect }) => dialect === 'native').toSorted(byPlace);
  const wanted = wordsOf(wish).filter((word) => !emptyWords.has(word));
  if (wanted.length === 0) return own;
  return own
    .map((template) => ({ template, score: scoreOf(template, wanted) }))
    .filter(({ score }) => score > 0)
    .toSorted((one, other) => other.score - one.score)
    .map(({ template }) => template);
}

function scoreOf({ name, description, definition }: Template, wanted: readonly string[]): number {
  const title = wordsOf(name);
  const all = wordsOf(`${description} ${JSON.stringify(definition)}`);
  const has = (words: readonly string[], word: string) =>
    words.some((each) => each.startsWith(word) || (each.length > 3 && word.startsWith(each)));
  return wanted.reduce(
    (sum, word) => sum + (has(title, word) ? 2 : 0) + (has(all, word) ? 1 : 0),
    0,
  );
}

function wordsOf(text: string): readonly string[] {
  return text.toLowerCase().match(/\p{L}+/gu) ?? [];
}

function byPlace(one: Template, other: Template): number {
  return rankOf(one) - rankOf(other) || sizeOf(one) - sizeOf(other);
}

function rankOf(template: Template): number {
  if (template.id === 'hello') return 0;
  return template['replies'] === undefined ? 2 : 1;
}

function sizeOf({ definition }: Template): number {
  return JSON.stringify(definition).length;
}
