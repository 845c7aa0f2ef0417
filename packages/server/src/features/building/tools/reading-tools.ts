import { findTexts } from '../find-texts.ts';
import { badArgument, parameters, text, type BuildingTool } from '../building-tool.ts';

const listedMax = 8;

export const findExamples: BuildingTool = {
  name: 'find_examples',
  description:
    'Finds complete workflows by words, such as "approval", "loop", "http pages". With id: that one in full, to start from.',
  parameters: parameters({
    query: text('Words for what it does.'),
    id: text('The id of one that was found.'),
  }),
  isReadOnly: true,
  call(host, { query, id }) {
    const all = host.examples();
    if (typeof id === 'string') {
      const found = all.find((each) => each.id === id);
      if (found === undefined) throw badArgument('id', `no example is called "${id}"`);
      return Promise.resolve({ ...found });
    }
    const words = typeof query === 'string' ? query : '';
    const read = (each: (typeof all)[number]) => ({
      name: `${each.id} ${each.name} ${each.description}`,
      text: JSON.stringify(each.definition),
    });
    const found = findTexts(all, words, read).slice(0, listedMax);
    return Promise.resolve({
      examples: found.map((each) => ({
        id: each.id,
        name: each.name,
        description: each.description,
      })),
    });
  },
};

const passageMax = 6000;

export const readDocs: BuildingTool = {
  name: 'read_docs',
  description:
    'Reads the documentation: the passages that fit the words best. Without words: the list of pages.',
  parameters: parameters({
    query: text('Words, such as "join", "retry", "expressions".'),
    page: text('Only this page.'),
  }),
  isReadOnly: true,
  call(host, { query, page }) {
    const pages = host.documents();
    if (typeof query !== 'string' && typeof page !== 'string')
      return Promise.resolve({ pages: pages.map(({ name }) => name) });
    if (typeof page === 'string' && !pages.some(({ name }) => name === page))
      throw badArgument('page', `there is no page "${page}"`);
    const wanted = pages.filter(({ name }) => typeof page !== 'string' || name === page);
    const sections = wanted.flatMap(({ name, text: whole }) => sectionsOf(name, whole));
    const words = typeof query === 'string' ? query : '';
    const found = findTexts(sections, words, (each) => ({ name: each.title, text: each.text }));
    let left = passageMax;
    const told: { readonly page: string; readonly title: string; readonly text: string }[] = [];
    for (const each of found) {
      if (left <= 0) break;
      told.push({ ...each, text: each.text.slice(0, left) });
      left -= each.text.length;
    }
    return Promise.resolve({ passages: told });
  },
};

function sectionsOf(page: string, whole: string) {
  return whole.split(/\n(?=## )/).map((text) => {
    const title = /^#+ (.*)$/m.exec(text)?.[1] ?? page;
    return { page, title: `${page}: ${title}`, text };
  });
}
