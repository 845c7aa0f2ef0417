// Where a run comes from: the run that it was forked from, and when it was resumed.
import type { Replay } from './rebuild-run.ts';

export interface Lineage {
  readonly forkedFrom: string | null;
  /** It takes what it can from that run, because it is a replay. */
  readonly isReplay: boolean;
  /** The nodes at which it was resumed, each time that it was. */
  readonly resumedAt: readonly (readonly string[])[];
}

export function lineageOf({ moments }: Pick<Replay, 'moments'>): Lineage {
  const [first] = moments;
  const forked = first?.event.type === 'run.started' ? first.event.forkedFrom : undefined;
  const resumedAt = moments.flatMap(({ event }) =>
    event.type === 'run.resumed' ? [event.activations.map(({ node }) => node)] : [],
  );
  return { forkedFrom: forked?.run ?? null, isReplay: forked?.reuses === true, resumedAt };
}
