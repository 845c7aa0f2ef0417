import type { AwaitOptions } from '@skein/engine';
import { toIsoTime } from '@skein/kernel';
import type { Terminal } from '../output/terminal.ts';

/** Says, once, that the run is in other hands, and when it continues here if they are dead. */
export function noteElsewhere({ note }: Terminal): AwaitOptions {
  let isSaid = false;
  return {
    onElsewhere({ until }) {
      if (isSaid) return;
      isSaid = true;
      note(`Another process drives this run. ${nextOf(until)}\n`);
    },
  };
}

/** A process that does not share its store has no end; nor has a host. */
function nextOf(until: number): string {
  const isLease = until < Number.MAX_SAFE_INTEGER;
  return isLease
    ? `Unless it renews its lease, which ends at ${toIsoTime(until)}, the run continues here then.`
    : 'Waiting for it.';
}
