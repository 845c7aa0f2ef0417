import { ChevronLeft, ChevronRight } from 'lucide-react';
import type { ReactNode } from 'react';
import { Button } from '../../../design/controls/button.tsx';
import { IconButton } from '../../../design/controls/icon-button.tsx';
import { momentWords } from '../../../graph/run/moment-words.ts';
import type { Replay } from '../../../graph/run/rebuild-run.ts';
import { visibleText } from '../../../text/visible-text.ts';

interface TimeTravelProps {
  /** As it is now. */
  readonly replay: Replay;
  readonly at: number;
  readonly titles: ReadonlyMap<string, string>;
  readonly onMove: (at: number | null) => void;
}

/** A slider over the journal: everything on the page is shown as it was at that moment. */
export function TimeTravel({ replay, at, titles, onMove }: TimeTravelProps): ReactNode {
  const last = replay.moments.length;
  const event = replay.moments[at - 1]?.event;
  const said = event === undefined ? '' : momentWords(event, titles);
  return (
    <section
      aria-label="Time travel"
      className="flex shrink-0 flex-wrap items-center gap-x-3 gap-y-1 border-b border-line bg-accent-soft px-4 py-2 text-sm"
    >
      <IconButton
        size="sm"
        label="Earlier moment"
        icon={ChevronLeft}
        disabled={at <= 1}
        onClick={() => onMove(at - 1)}
      />
      <input
        type="range"
        aria-label="Moment"
        aria-valuetext={`${at} of ${last}: ${said}`}
        min={1}
        max={last}
        value={at}
        onChange={(moved) => onMove(Number(moved.target.value))}
        className="min-w-32 flex-1 accent-(--accent)"
      />
      <IconButton
        size="sm"
        label="Later moment"
        icon={ChevronRight}
        disabled={at >= last}
        onClick={() => onMove(at + 1)}
      />
      <p role="status" className="num min-w-0 basis-72 truncate">
        {at} of {last}
        {event === undefined ? '' : ` · ${new Date(event.at).toLocaleTimeString()}`} ·{' '}
        {visibleText(said)}
      </p>
      <Button size="sm" onClick={() => onMove(null)}>
        Back to now
      </Button>
    </section>
  );
}
