import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useQueue, type RunSlot } from '../../../data/runs.ts';
import { visibleText } from '../../../text/visible-text.ts';

/** What a run waits for that other runs have, with links to those, or for further starts before it begins. */
export function SlotNotes({ run }: { readonly run: string }): ReactNode {
  const { data } = useQueue(run);
  const waiting = (data?.slots ?? []).filter(({ isGranted }) => !isGranted);
  const quiet = data?.quiet;
  if (waiting.length === 0 && quiet === undefined) return null;
  return (
    <ul aria-label="Limits" className="bg-wait-soft px-4 py-2 text-sm text-wait-text">
      {quiet !== undefined && (
        <li className="break-words">
          {visibleText(
            `The run begins at ${new Date(quiet.until).toLocaleTimeString()} unless another start with the key “${quiet.key}” comes before; the newest input counts.`,
          )}
        </li>
      )}
      {waiting.map((slot) => (
        <li key={`${slot.node ?? ''} ${slot.activation ?? 0}`} className="break-words">
          <SlotNote slot={slot} />
        </li>
      ))}
    </ul>
  );
}

const holdersShown = 3;

function SlotNote({ slot }: { readonly slot: RunSlot }): ReactNode {
  const { node, keys, heldBy = [], ahead } = slot;
  const name = node === undefined ? 'The run' : `“${node}”`;
  return (
    <>
      {visibleText(`${name} is waiting for a slot of ${keys.join(', ')}`)}
      {heldBy.length > 0 && ' held by run '}
      {heldBy.slice(0, holdersShown).map((holder, place) => (
        <span key={holder}>
          {place > 0 && ', '}
          <Link to="/runs/$id" params={{ id: holder }} className="underline">
            {holder}
          </Link>
        </span>
      ))}
      {heldBy.length > holdersShown && ` and ${heldBy.length - holdersShown} more`}
      {turnWords(ahead)}
    </>
  );
}

/** Undefined: nobody holds it, as with a debounce. */
function turnWords(ahead: number | undefined): string {
  if (ahead === undefined) return '. The newest goes when no newer one has come for a while.';
  return ahead === 0 ? '. It is next.' : `. ${ahead} before it.`;
}
