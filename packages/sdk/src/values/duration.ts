// Durations
// As people say them: '30s', '3d'. A plain number is milliseconds.
const unitsMs = { ms: 1, s: 1000, m: 60_000, h: 3_600_000, d: 86_400_000, w: 604_800_000 } as const;

type Unit = keyof typeof unitsMs;

/** Milliseconds, or a number with a unit: `'500ms'`, `'5s'`, `'2m'`, `'1h'`, `'3d'`, `'1w'`. */
export type Duration = number | `${number}${Unit}`;

const written = /^(\d+(?:\.\d+)?)(ms|s|m|h|d|w)$/;

/** The milliseconds of a duration. */
export function durationMs(duration: Duration): number {
  const ms = typeof duration === 'number' ? duration : parse(duration);
  if (ms >= 0 && Number.isFinite(ms)) return ms;
  const units = Object.keys(unitsMs).join(', ');
  throw new TypeError(
    `${typeof duration === 'string' ? JSON.stringify(duration) : String(duration)} is not a duration: give milliseconds, or a number with one of the units ${units}, such as "3d".`,
  );
}

function parse(text: string): number {
  const [, amount, unit] = written.exec(text) ?? [];
  // The pattern has no other units.
  return unit === undefined ? Number.NaN : Number(amount) * unitsMs[unit as Unit];
}
