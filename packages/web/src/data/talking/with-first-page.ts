import type { AnswerOf } from '@skein/api';

type ThreadPage = AnswerOf<'listThreads'>;

/** The pages that were read, with the first one read again: what moved to the front is no longer where it was. */
export function withFirstPage(pages: readonly ThreadPage[], first: ThreadPage): ThreadPage[] {
  const isNew = new Set(first.items.map(idOf));
  return pages.map((page, index) => {
    const others = page.items.filter((item) => !isNew.has(idOf(item)));
    // What it pushed out stays: the next page begins where it began.
    return { ...page, items: index === 0 ? [...first.items, ...others] : others };
  });
}

function idOf({ agent, thread }: ThreadPage['items'][number]): string {
  return `${agent}/${thread}`;
}
