// How long runs are kept
// R1. For ever, unless the operator says otherwise: nothing is deleted by itself before.
// R2. Only trees of runs that have ended are deleted, whole.
import { ownValue, type JsonObject } from '@skein/api';
import type { Engine } from '@skein/engine';
import type { Clock } from '@skein/ports';
import type { StoredSettings } from '../secrets/stored-settings.ts';

export interface Retention {
  readonly days: number | null;
  /** When runs were last deleted because of it, and how many. */
  readonly deletedAt: number | null;
  readonly deleted: number;
}

export interface RetentionServices {
  readonly engine: { readonly runs: Pick<Engine['runs'], 'prune'> };
  readonly settings: StoredSettings;
  readonly clock: Pick<Clock, 'now'>;
}

const setting = 'retention';
const dayMs = 24 * 3_600_000;

export async function readRetention(settings: StoredSettings): Promise<Retention> {
  const stored = (await settings.get(setting)) ?? {};
  return {
    days: numberAt(stored, 'days'),
    deletedAt: numberAt(stored, 'deletedAt'),
    deleted: numberAt(stored, 'deleted') ?? 0,
  };
}

export async function setRetention(
  { settings, clock }: Pick<RetentionServices, 'settings' | 'clock'>,
  days: number | null,
): Promise<void> {
  await settings.put(setting, { ...(await readRetention(settings)), days }, clock.now());
}

/** Gives back how many trees were deleted. */
export async function deleteOldRuns(services: RetentionServices): Promise<number> {
  const { engine, settings, clock } = services;
  const before = await readRetention(settings);
  if (before.days === null) return 0;
  const now = clock.now();
  const { length } = await engine.runs.prune({ endedBefore: now - before.days * dayMs });
  // Others may have changed the days meanwhile.
  const { days } = await readRetention(settings);
  if (length > 0) await settings.put(setting, { days, deletedAt: now, deleted: length }, now);
  return length;
}

function numberAt(stored: JsonObject, key: string): number | null {
  const value = ownValue(stored, key);
  return typeof value === 'number' ? value : null;
}
