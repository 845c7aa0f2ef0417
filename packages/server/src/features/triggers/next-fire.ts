// When a schedule fires next
// Only computed here. Which server fires is decided in the store, so that exactly one does.
import { isObject, ownValue, type Json } from '@skein/api';
import { EngineError } from '@skein/ports';
import { Cron } from 'croner';

export interface Schedule {
  readonly cron: string;
  readonly timezone: string;
  /** What happens to missed ticks: one run for all of them, none, or one for each. */
  readonly catchUp: 'last' | 'none' | 'all';
}

/** Throws when the settings of a schedule cannot be used. */
export function readSchedule(config: Json): Schedule {
  const given = isObject(config) ? config : {};
  const cron = ownValue(given, 'cron');
  const timezone = ownValue(given, 'timezone') ?? 'UTC';
  const catchUp = ownValue(given, 'catchUp') ?? 'last';
  if (typeof cron !== 'string') throw refused('/config/cron', 'must be a cron expression');
  if (typeof timezone !== 'string') throw refused('/config/timezone', 'must be a time zone');
  if (catchUp !== 'last' && catchUp !== 'none' && catchUp !== 'all') {
    throw refused('/config/catchUp', 'must be last, none or all');
  }
  return { cron, timezone, catchUp };
}

/** Null when it never fires again. */
export function nextFire({ cron, timezone }: Schedule, after: number): number | null {
  try {
    return new Cron(cron, { timezone }).nextRun(new Date(after))?.getTime() ?? null;
  } catch (error) {
    throw refused('/config/cron', error instanceof Error ? error.message : String(error));
  }
}

function refused(pointer: string, message: string): EngineError {
  return new EngineError('REQUEST_INVALID', { complaints: [{ in: 'body', pointer, message }] });
}
