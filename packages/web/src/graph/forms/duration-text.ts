// Durations as people write them
// Stored in milliseconds; shown with the largest units that give it exactly.
import type { Json } from '@skein/kernel';
import { isList } from '../own-keys.ts';

const units: readonly (readonly [name: string, ms: number, spellings: readonly string[]])[] = [
  ['week', 604_800_000, ['w', 'wk', 'week', 'weeks']],
  ['day', 86_400_000, ['d', 'day', 'days']],
  ['hour', 3_600_000, ['h', 'hr', 'hrs', 'hour', 'hours']],
  ['minute', 60_000, ['m', 'min', 'mins', 'minute', 'minutes']],
  ['second', 1000, ['s', 'sec', 'secs', 'second', 'seconds']],
  ['millisecond', 1, ['ms', 'millisecond', 'milliseconds']],
];

const msOf: ReadonlyMap<string, number> = new Map(
  units.flatMap(([, ms, spellings]) => spellings.map((spelling) => [spelling, ms] as const)),
);

/** Weeks are read, and written as days: nobody says "2 weeks 3 days". */
const written = units.filter(([name]) => name !== 'week');

export function writeDuration(ms: number): string {
  if (!Number.isFinite(ms) || ms < 0 || !Number.isInteger(ms)) return String(ms);
  if (ms === 0) return '0 seconds';
  let left = ms;
  const parts: string[] = [];
  for (const [name, size] of written) {
    const count = Math.floor(left / size);
    left -= count * size;
    if (count > 0) parts.push(`${count} ${name}${count === 1 ? '' : 's'}`);
  }
  return parts.join(' ');
}

const counts: readonly (readonly [count: number, words: readonly string[]])[] = [
  [0.5, ['half an', 'half a']],
  [1, ['one', 'an', 'a']],
  ...[
    'two',
    'three',
    'four',
    'five',
    'six',
    'seven',
    'eight',
    'nine',
    'ten',
    'eleven',
    'twelve',
  ].map((word, index) => [index + 2, [word]] as const),
];

/** `two weeks`, `half an hour`: with the number that the word stands for. */
function inNumbers(text: string): string {
  return counts.reduce(
    (said, [count, words]) =>
      said.replaceAll(
        new RegExp(`(?<![a-z\\d])(?:${words.join('|')}) (?=[a-z])`, 'g'),
        `${count} `,
      ),
    text,
  );
}

/** Null for what is no duration; a number needs its unit. */
export function readDuration(text: string): number | null {
  const part = /(\d{1,15}(?:\.\d{1,6})?)\s*([a-z]+)(?:\s*(?:,|and)?\s*|$)/gy;
  const trimmed = inNumbers(text.trim().toLowerCase());
  let total = 0;
  let end = 0;
  for (let match = part.exec(trimmed); match !== null; match = part.exec(trimmed)) {
    const size = msOf.get(match[2] ?? '');
    if (size === undefined) return null;
    total += Number(match[1]) * size;
    end = part.lastIndex;
  }
  return end === 0 || end !== trimmed.length ? null : Math.round(total);
}

/** One, or several with commas between them; null for anything else. */
export function writeDurations(value: Json | undefined): string | null {
  if (value === undefined) return '';
  const list = isList(value) ? value : [value];
  const numbers = list.filter((each) => typeof each === 'number');
  return numbers.length === list.length ? numbers.map(writeDuration).join(', ') : null;
}

export function readDurations(text: string): Json {
  const read = text.split(',').map(readDuration);
  const known = read.filter((each) => each !== null);
  if (known.length !== read.length) return null;
  const [only = null, ...others] = known;
  return others.length === 0 ? only : known;
}
