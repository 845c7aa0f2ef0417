import {
  findDifferences,
  isObject,
  ownValue,
  textOf,
  type Json,
  type JsonDifference,
} from '@skein/kernel';
import { useMemo, type ReactNode } from 'react';
import type { RunDifference } from '../../../data/runs.ts';
import { classNames } from '../../../design/class-names.ts';
import { nodeStatusLook, statusLooks } from '../../../design/status/status.ts';
import { shortVersion } from '../../../text/short-version.ts';
import { visibleText } from '../../../text/visible-text.ts';
import { WordChanges } from '../../../viewers/word-changes.tsx';

interface RunDifferenceCardProps {
  readonly difference: RunDifference;
  readonly titles: ReadonlyMap<string, string>;
}

/** More differences than this are not shown. */
const placesMax = 20;

/** One part in which two runs differ, with both values for every place inside it. */
export function RunDifferenceCard({ difference, titles }: RunDifferenceCardProps): ReactNode {
  const { what, before, after } = difference;
  const places = useMemo(
    () =>
      findDifferences(before, after, placesMax + 1)
        .map(openedOutput)
        .map(inWords),
    [before, after],
  );
  return (
    <section
      aria-label={titleOf(what, titles)}
      className="overflow-hidden rounded-lg border border-line"
    >
      <h3 className="border-b border-line px-3 py-2 font-medium break-words">
        {visibleText(titleOf(what, titles))}
      </h3>
      <ul className="divide-y divide-line">
        {places.slice(0, placesMax).map((place) => (
          <li key={place.pointer} className="grid grid-cols-[minmax(0,1fr)] gap-1 p-2">
            <Place place={place} />
          </li>
        ))}
      </ul>
      {places.length > placesMax && (
        <p className="border-t border-line px-3 py-2 text-xs text-text-3">
          … and more. See the JSON of both runs.
        </p>
      )}
    </section>
  );
}

/** `node draft` is shown as the title of the node. */
function titleOf(what: string, titles: ReadonlyMap<string, string>): string {
  const node = what.startsWith('node ') ? what.slice('node '.length) : null;
  if (node !== null) return titles.get(node) ?? node;
  return `${what.slice(0, 1).toUpperCase()}${what.slice(1)} of the run`;
}

function Place({ place }: { readonly place: JsonDifference }): ReactNode {
  return (
    <>
      {place.pointer !== '' && (
        <p className="px-1 text-xs break-words text-text-2">
          {visibleText(placeWords(place.pointer))}
        </p>
      )}
      {typeof place.before === 'string' && typeof place.after === 'string' ? (
        <WordChanges before={place.before} after={place.after} />
      ) : (
        <>
          <Side sign="−" value={place.before} look="bg-bad-soft text-bad-text" />
          <Side sign="+" value={place.after} look="bg-ok-soft text-ok-text" />
        </>
      )}
    </>
  );
}

/** An output that only one run has is its value; through which port it ended says nothing beside it. */
function openedOutput(place: JsonDifference): JsonDifference {
  if (!/^\/outputs\/\d+$/.test(place.pointer)) return place;
  const opened = sidesOf(place, (side) =>
    isObject(side) ? (ownValue(side, 'value') ?? null) : side,
  );
  return { ...opened, pointer: `${place.pointer}/value` };
}

/** The status of a node in the words of its card; a version as lists show it. */
function inWords(place: JsonDifference): JsonDifference {
  if (place.pointer === '/version')
    return sidesOf(place, (side) => (typeof side === 'string' ? shortVersion(side) : side));
  if (place.pointer !== '/status') return place;
  return sidesOf(place, (side) =>
    typeof side === 'string' ? statusLooks[nodeStatusLook(side)].label.toLowerCase() : side,
  );
}

function sidesOf(place: JsonDifference, change: (side: Json) => Json): JsonDifference {
  const changed: { pointer: string; before?: Json; after?: Json } = { ...place };
  if (place.before !== undefined) changed.before = change(place.before);
  if (place.after !== undefined) changed.after = change(place.after);
  return changed;
}

/** Outputs of a node are numbered by activation; users look for their values. */
function placeWords(pointer: string): string {
  const output = /^\/outputs\/(\d+)\/(value|ports)(.*)$/.exec(pointer);
  if (output === null) return pointer.slice(1).replaceAll('/', ' › ');
  const [, index, part, rest = ''] = output;
  const what = part === 'ports' ? 'ended through' : 'output';
  const which = index === '0' ? what : `${what} of activation ${Number(index) + 1}`;
  return `${which}${rest.replaceAll('/', ' › ')}`;
}

interface SideProps {
  readonly sign: string;
  readonly value: Json | undefined;
  readonly look: string;
}

const shownMax = 400;

function Side({ sign, value, look }: SideProps): ReactNode {
  const text = value === undefined ? 'nothing' : textOf(value);
  return (
    <p
      className={classNames(
        'grid grid-cols-[12px_minmax(0,1fr)] rounded-sm px-1 py-0.5 font-mono text-xs',
        look,
      )}
    >
      <span aria-hidden>{sign}</span>
      <span className="wrap-anywhere whitespace-pre-wrap">
        {visibleText(text.slice(0, shownMax))}
        {text.length > shownMax && '…'}
      </span>
    </p>
  );
}
