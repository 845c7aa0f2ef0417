import type { Engine } from 'skein';

/** Waits until a run asks so many questions. */
export async function whenAsked(engine: Engine, run: string, count: number) {
  for (;;) {
    const { items } = await engine.waits.list({ run });
    if (items.length === count && items.every(({ question }) => question.name !== 'silent'))
      return { waits: items };
    await new Promise((done) => setTimeout(done, 2));
  }
}
