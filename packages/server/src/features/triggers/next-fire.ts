// When a schedule fires
// Only computed here. Which server fires is decided in the store, so that exactly one does.
// Times are looked up on the wall clock of the zone; what happens to those that a change of clocks skips or repeats
// depends on the hours that the expression names:
// N1. Hours are named (`30 2 * * *`): a skipped time fires when the clocks have gone forward, a repeated one the first time.
// N2. Every hour (`*/15 * * * *`): the schedule follows elapsed time; skipped times are left out, repeated ones fire twice.
import { catchUpChoices, isObject, ownValue, type Json } from '@skein/api';
import { readCron } from './read-cron.ts';
import { refusedSetting } from './refused-setting.ts';
import { wallClock, type WallClock } from './wall-clock.ts';

export interface Schedule {
  readonly cron: string;
  readonly timezone: string;
  /** Undefined: as whoever fires it is set up. */
  readonly catchUp: CatchUp | undefined;
}

/** What happens to missed ticks: a run for the last of them, for none, or for each. */
export type CatchUp = (typeof catchUpChoices)[number];

/** False while a schedule has no times yet. */
export function hasTimes(config: Json): boolean {
  return isObject(config) && (ownValue(config, 'cron') ?? '') !== '';
}

/** Throws when the settings of a schedule cannot be used. */
export function readSchedule(config: Json): Schedule {
  const given = isObject(config) ? config : {};
  const cron = ownValue(given, 'cron');
  const timezone = ownValue(given, 'timezone') ?? 'UTC';
  const catchUp = ownValue(given, 'catchUp');
  if (typeof cron !== 'string') throw refusedSetting('/config/cron', 'must be a cron expression');
  if (typeof timezone !== 'string') throw refusedSetting('/config/timezone', 'must be a time zone');
  return { cron, timezone, catchUp: readCatchUp(catchUp) };
}

function readCatchUp(given: Json | undefined): CatchUp | undefined {
  if (given === undefined) return undefined;
  const chosen = catchUpChoices.find((each) => each === given);
  if (chosen !== undefined) return chosen;
  throw refusedSetting('/config/catchUp', `must be one of ${catchUpChoices.join(', ')}`);
}

/** Throws when the schedule would never fire. */
export function firstFire(schedule: Schedule, after: number): number {
  const first = nextFire(schedule, after);
  if (first !== null) return first;
  throw refusedSetting('/config/cron', 'never fires: no such date is to come');
}

/** Null when it never fires again. */
export function nextFire({ cron, timezone }: Schedule, after: number): number | null {
  const walls = readCron(cron);
  const clock = readZone(timezone);
  const nextWall = (wall: number) => walls.nextRun(new Date(wall))?.getTime() ?? null;
  return isEveryHour(cron)
    ? nextByElapsedTime(nextWall, clock, after)
    : nextByWall(nextWall, clock, after);
}

/** The latest tick that is not after this time, if `first` is one of the schedule's ticks and not after it. */
export function lastFire(schedule: Schedule, first: number, now: number): number {
  let low = first - 1;
  let high = now;
  // A schedule may have a tick a second and a server may have been down for a year, so ticks are not counted through.
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2);
    const next = nextFire(schedule, middle);
    if (next !== null && next <= now) low = middle;
    else high = middle;
  }
  return nextFire(schedule, low) ?? first;
}

type NextWall = (wall: number) => number | null;

function nextByWall(nextWall: NextWall, clock: WallClock, after: number): number | null {
  for (let wall = nextWall(clock.at(after)); wall !== null; wall = nextWall(wall)) {
    const [instant = skippedUntil(clock, wall)] = clock.instantsOf(wall);
    if (instant > after) return instant;
  }
  return null;
}

const daysMs = 24 * 3_600_000;

/** When the clocks had gone forward over this time. */
function skippedUntil(clock: WallClock, wall: number): number {
  // A day on each side covers every offset.
  return clock.changeIn(wall - daysMs, wall + daysMs)?.at ?? wall;
}

/** Clocks never went back by more than this. */
const backMaxMs = 3 * 3_600_000;

function nextByElapsedTime(nextWall: NextWall, clock: WallClock, after: number): number | null {
  const change = clock.changeIn(after, after + backMaxMs);
  if (change !== null && change.forward < 0) {
    // Until the clocks go back they run on; then they show again what they have shown.
    const next = nextShown(nextWall, clock, after);
    if (next !== null && next < change.at) return next;
    return nextShown(nextWall, clock, change.at - 1, clock.at(change.at) - 1);
  }
  return nextShown(nextWall, clock, after);
}

function nextShown(
  nextWall: NextWall,
  clock: WallClock,
  after: number,
  from = clock.at(after),
): number | null {
  for (let wall = nextWall(from); wall !== null; wall = nextWall(wall)) {
    const instant = clock.instantsOf(wall).find((each) => each > after);
    if (instant !== undefined) return instant;
  }
  return null;
}

/** Five fields begin with the minute, more with the second. */
function isEveryHour(cron: string): boolean {
  const fields = cron.trim().split(/\s+/);
  return cron.trim().toLowerCase() === '@hourly' || fields[fields.length > 5 ? 2 : 1] === '*';
}

function readZone(timezone: string): WallClock {
  try {
    return wallClock(timezone);
  } catch {
    const message = `"${timezone}" is not a time zone; name one such as Europe/Paris`;
    throw refusedSetting('/config/timezone', message);
  }
}
