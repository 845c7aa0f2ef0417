// References in the live stream
// A large value is not sent to every reader: the update has a null in its place and says how large it is and which row of the
// journal holds it. Readers that want it ask for that row.
import {
  basePath,
  takeLargeParts,
  type Json,
  type LargePart,
  type LargeValue,
  type PartPath,
  type PlainOr,
  type RunId,
} from '@skein/api';
import type { RunUpdate } from '@skein/engine';

export type EventUpdate = Extract<RunUpdate, { type: 'event' }>;

export interface SentUpdate {
  readonly type: 'event';
  readonly seq: number;
  readonly event: unknown;
  readonly derived: readonly unknown[];
  readonly large?: readonly LargeValue[];
}

export function withReferences(run: PlainOr<RunId>, update: EventUpdate): SentUpdate {
  const { seq } = update;
  const row = takeFields(update.event);
  const facts = update.derived.map((fact) => takeFields(fact));
  const href = `${basePath}/runs/${encodeURIComponent(run)}/journal?after=${seq - 1}&limit=1`;
  // Values are shared, not copied: facts derived from the row contain the same objects as the row.
  const places = new Map<Json, PartPath>(row.parts.map(({ path, part }) => [part, path]));
  const refer = (from: PartPath, { path, part }: LargePart): LargeValue => {
    const place = places.get(part);
    const where = place === undefined ? {} : { href, in: [...place] };
    const bytes = Buffer.byteLength(JSON.stringify(part));
    return { path: [...from, ...path], bytes, ...where };
  };
  const large = [
    ...row.parts.map((part) => refer(['event'], part)),
    ...facts.flatMap(({ parts }, i) => parts.map((part) => refer(['derived', i], part))),
  ];
  const rest = { ...update, event: row.rest, derived: facts.map(({ rest: fact }) => fact) };
  return large.length === 0 ? rest : { ...rest, large };
}

/** Field by field: a row or fact is never replaced as a whole, however many small fields it has. */
function takeFields(given: object): { rest: unknown; parts: readonly LargePart[] } {
  const parts: LargePart[] = [];
  const entries = Object.entries(given).map(([name, value]: [string, unknown]) => {
    const taken = takeLargeParts(value);
    parts.push(...taken.parts.map((each) => ({ ...each, path: [name, ...each.path] })));
    return [name, taken.rest] as const;
  });
  return { rest: Object.fromEntries(entries), parts };
}
