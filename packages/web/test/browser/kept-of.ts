import type { Studio } from './start-studio.ts';

interface Version {
  readonly version: string;
  readonly isDraft: boolean;
  readonly isNewest: boolean;
}

/** What was saved last: the draft, or the published version where there is none. */
export async function keptOf<Kept>({ call }: Pick<Studio, 'call'>, id: string): Promise<Kept> {
  const { items } = await call<{ items: readonly Version[] }>('GET', `/workflows/${id}/versions`);
  const newest = items.find(({ isDraft, isNewest }) => isDraft || isNewest);
  return call('GET', `/workflows/${id}?version=${encodeURIComponent(newest?.version ?? '')}`);
}
