// Where a run comes from: the run that it was forked from, and when it was resumed.
import type { Moment, Replay } from '../rebuild-run.ts';

export interface Lineage {
  readonly forkedFrom: string | null;
  /** It takes what it can from that run, because it is a replay. */
  readonly isReplay: boolean;
  /** The nodes at which it was resumed, each time that it was. */
  readonly resumedAt: readonly (readonly string[])[];
  /** The nodes of which somebody has changed a result. */
  readonly changed: readonly string[];
}

export function lineageOf({ moments }: Pick<Replay, 'moments'>): Lineage {
  const [first] = moments;
  const forked = first?.event.type === 'run.started' ? first.event.forkedFrom : undefined;
  const resumedAt: string[][] = [];
  const changed = new Set<string>();
  for (const [index, { event }] of moments.entries()) {
    if (event.type === 'run.resumed') {
      const begun = event.activations.map(({ node }) => node);
      resumedAt.push(begun.length === 0 ? startedBy(moments[index + 1]) : begun);
    }
    if ('changed' in event && event.changed === true) changed.add(event.node);
  }
  return {
    forkedFrom: forked?.run ?? null,
    isReplay: forked?.reuses === true,
    resumedAt,
    changed: [...changed],
  };
}

/** What failed with an event, such as an answer, has no activation when the run is resumed: it begins with that event, once more. */
function startedBy(moment: Moment | undefined): string[] {
  const facts = moment?.derived ?? [];
  return facts.flatMap((fact) => (fact.type === 'activation.started' ? [fact.node] : []));
}
