import { isObject, ownValue } from '@skein/kernel';
import { useMemo, useState, type ReactNode } from 'react';
import { classNames } from '../../../design/class-names.ts';
import type { Replay } from '../../../graph/run/rebuild-run.ts';
import {
  changeWords,
  stateAfterWrites,
  stateWrites,
  type StateWrite,
} from '../../../graph/run/state-history.ts';
import { visibleText } from '../../../text/visible-text.ts';
import { JsonView } from '../../../viewers/json/json-view.tsx';

interface StateHistoryProps {
  readonly replay: Replay;
  readonly titles: ReadonlyMap<string, string>;
}

/** A long loop writes thousands of times. */
const shownMax = 500;

/** What each step wrote to the state, and the state after any of them. */
export function StateHistory({ replay, titles }: StateHistoryProps): ReactNode {
  const writes = useMemo(() => stateWrites(replay), [replay]);
  /** How many writes were made then; null: all, and those that are still to come. */
  const [chosen, setChosen] = useState<number | null>(null);
  const state = useMemo(() => {
    const now = ownValue(replay.view, 'state');
    if (chosen === null && isObject(now)) return now;
    return stateAfterWrites(replay, writes, chosen ?? writes.length);
  }, [replay, writes, chosen]);
  const first = Math.max(0, writes.length - shownMax);
  const write = chosen === null ? undefined : writes[chosen - 1];
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] content-start gap-4 p-4 text-sm">
      <section aria-label="State" className="grid grid-cols-[minmax(0,1fr)] gap-1.5">
        <h3 className="font-medium" role="status">
          {momentWords(chosen, write, titles)}
        </h3>
        <JsonView label="state" value={state} className="max-h-80" />
      </section>
      <ol aria-label="Changes of the state" className="grid grid-cols-[minmax(0,1fr)] gap-px">
        {first === 0 && (
          <Row isChosen={chosen === 0} onClick={() => setChosen(0)} title="At the start" />
        )}
        {writes.slice(first).map((each, index) => {
          const count = first + index + 1;
          return (
            <Row
              key={count}
              isChosen={chosen === count}
              onClick={() => setChosen(chosen === count ? null : count)}
              title={titles.get(each.node) ?? each.node}
              write={each}
            />
          );
        })}
      </ol>
      {first > 0 && (
        <p className="text-xs text-text-3">The journal has the {first} changes before these.</p>
      )}
    </div>
  );
}

function momentWords(
  chosen: number | null,
  write: StateWrite | undefined,
  titles: ReadonlyMap<string, string>,
): string {
  if (chosen === null) return 'Now';
  if (write === undefined) return 'At the start';
  const title = visibleText(titles.get(write.node) ?? write.node);
  return `After change ${chosen}, by ${title} #${write.activation}`;
}

interface RowProps {
  readonly isChosen: boolean;
  readonly onClick: () => void;
  readonly title: string;
  readonly write?: StateWrite;
}

function Row({ isChosen, onClick, title, write }: RowProps): ReactNode {
  return (
    <li>
      <button
        type="button"
        aria-pressed={isChosen}
        onClick={onClick}
        className={classNames(
          'grid w-full grid-cols-[minmax(0,1fr)_auto] gap-x-3 rounded-sm px-2 py-1 text-left text-xs hover:bg-sunken',
          isChosen && 'bg-accent-soft',
        )}
      >
        <span className="truncate font-medium">
          {visibleText(title)}
          {write !== undefined && <span className="num text-text-3"> #{write.activation}</span>}
        </span>
        {write !== undefined && (
          <span className="num text-text-3">{new Date(write.at).toLocaleTimeString()}</span>
        )}
        {write?.changes.map((change, index) => (
          <code key={index} className="col-span-2 truncate font-mono text-text-2">
            {visibleText(changeWords(change))}
          </code>
        ))}
      </button>
    </li>
  );
}
