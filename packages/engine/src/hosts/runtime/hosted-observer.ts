import type { RunId } from '@skein/kernel';
import type { Observer } from '@skein/ports';

/** Whoever measures, as the messages of one run see them: they hear of rows when these are written. */
export interface HostedObserver extends Observer {
  /** Who hears of it. */
  readonly hearer: Observer;
  written(): void;
  /** The message has failed: what it said never was. */
  dropped(): void;
}

export function hostedObserver(observer: Observer | null): HostedObserver | null {
  if (observer === null) return null;
  let unwritten: Parameters<Observer['rows']>[] = [];
  let gone: RunId[] = [];
  const leave = () => {
    for (const run of gone) observer.left(run);
    [unwritten, gone] = [[], []];
  };
  return {
    ...observer,
    hearer: observer,
    rows: (...given) => unwritten.push(given),
    left: (run) => gone.push(run),
    written() {
      for (const given of unwritten) observer.rows(...given);
      leave();
    },
    dropped: leave,
  };
}
