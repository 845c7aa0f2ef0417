// Destinations in the store
// T1. They belong to the server, and its operator sets them up while it runs. Those of the configuration come first.
// T2. A secret is sealed with the name and the host, and never returned. Whoever moves a destination to another host gives it again.
// T3. Who hears of every event is asked with each append, so it is kept here; other processes hear of a change by a signal, or look.
import type {
  Clock,
  DestinationRecord,
  OutboxKind,
  ServerRecords,
  SignalStore,
} from '@skein/ports';
import { everyItem } from '../../values/every-item.ts';
import type { Sealer } from '../secrets/sealer.ts';
import {
  foundDestination,
  hearsOf,
  mayMail,
  placeOf,
  recordedSettings,
  sealName,
  settingsOf,
  type DestinationSettings,
} from './destination-settings.ts';
import {
  hears,
  readRecipient,
  type DestinationSource,
  type FoundDestination,
} from './destinations.ts';

export interface StoredDestination {
  readonly name: string;
  readonly settings: DestinationSettings;
  /** `lost`: sealed by a key that this server does not have. */
  readonly secret: 'none' | 'set' | 'lost';
  readonly createdAt: number;
  readonly updatedAt: number;
}

export interface StoredDestinations extends DestinationSource {
  /** Oldest first. */
  list(): Promise<readonly StoredDestination[]>;
  get(name: string): Promise<StoredDestination | undefined>;
  /** `secret`: null removes it, undefined keeps it as long as the host stays (T2). */
  put(name: string, settings: DestinationSettings, secret?: string | null): Promise<void>;
  delete(name: string): Promise<boolean>;
  /** Undefined also when its secret cannot be opened here. */
  named(name: string): Promise<FoundDestination | undefined>;
  /** Who hears of every event of this kind. */
  subscribers(kind: OutboxKind): readonly string[];
  /** Reads them, and follows changes until it is closed. */
  open(): Promise<void>;
  close(): void;
}

interface DestinationHost {
  /** Undefined: secrets cannot be opened here. */
  readonly sealer?: Sealer | undefined;
  readonly clock: Pick<Clock, 'now'>;
  /** How often to look although nobody called; default a minute. */
  readonly lookMs?: number | undefined;
}

const signal = JSON.stringify({ is: 'destinations' });
const minute = 60_000;

export function storedDestinations(
  store: Pick<ServerRecords, 'destinations'> & { readonly signals?: SignalStore },
  { sealer, clock, lookMs = minute }: DestinationHost,
): StoredDestinations {
  const { destinations: records, signals } = store;
  const known = knownDestinations(store, lookMs);
  const changed = async (): Promise<void> => {
    await known.refresh();
    // It gets lost only where somebody looks by themselves.
    await signals?.send(signal).catch(() => {});
  };
  return {
    async list() {
      return (await known.refresh()).map((record) => toStored(record, sealer));
    },
    async get(name) {
      const record = await records.get(name);
      return record && toStored(record, sealer);
    },
    async put(name, settings, secret) {
      const before = await records.get(name);
      const now = clock.now();
      const sealed = sealedOf(name, { settings, secret, before, sealer });
      const config = recordedSettings(settings);
      await records.put({
        name,
        config,
        sealed,
        createdAt: before?.createdAt ?? now,
        updatedAt: now,
      });
      await changed();
    },
    async delete(name) {
      const isGone = await records.delete(name);
      await changed();
      return isGone;
    },
    async find(recipient) {
      const { channel, to = '' } = readRecipient(recipient) ?? {};
      const record =
        channel === 'mail'
          ? (await known.refresh()).find((each) => mayMail(each, to))
          : await records.get(to);
      if (record === undefined || settingsOf(record).kind !== channel) return undefined;
      return sealer === undefined ? 'elsewhere' : foundDestination(record, sealer);
    },
    async named(name) {
      const record = await records.get(name);
      return record && sealer && foundDestination(record, sealer);
    },
    subscribers: (kind) =>
      known
        .all()
        .filter((record) => hears(hearsOf(record), kind))
        .map(({ name }) => `webhook:${name}`),
    open: () => known.open(),
    close: () => known.close(),
  };
}

/** What is in the store, as far as it is known here (T3). */
function knownDestinations(
  { destinations, signals }: Parameters<typeof storedDestinations>[0],
  lookMs: number,
) {
  let known: readonly DestinationRecord[] = [];
  let asked = 0;
  let shown = 0;
  let timer: ReturnType<typeof setInterval> | undefined;
  let unlisten = () => {};
  const refresh = async (): Promise<readonly DestinationRecord[]> => {
    asked += 1;
    const turn = asked;
    const read: DestinationRecord[] = [];
    for await (const each of everyItem(async (page) => destinations.list(page))) read.push(each);
    // Of two reads at the same time, the one that began later counts.
    if (turn > shown) [known, shown] = [read, turn];
    return read;
  };
  return {
    refresh,
    all: () => known,
    async open(): Promise<void> {
      await refresh();
      // What cannot be read now is read at the next look.
      const look = () => void refresh().catch(() => {});
      timer = setInterval(look, lookMs);
      timer.unref();
      const heard = (text: string) => {
        if (text === signal) look();
      };
      unlisten = (await signals?.listen(heard).catch(() => undefined)) ?? unlisten;
    },
    close(): void {
      clearInterval(timer);
      unlisten();
    },
  };
}

function toStored(record: DestinationRecord, sealer: Sealer | undefined): StoredDestination {
  const { name, sealed, createdAt, updatedAt } = record;
  const settings = settingsOf(record);
  const opened = sealed === null ? '' : sealer?.open(sealName(name, settings), sealed);
  const secret = sealed === null ? 'none' : opened === undefined ? 'lost' : 'set';
  return { name, settings, secret, createdAt, updatedAt };
}

function sealedOf(
  name: string,
  given: {
    readonly settings: DestinationSettings;
    readonly secret: string | null | undefined;
    readonly before: DestinationRecord | undefined;
    readonly sealer: Sealer | undefined;
  },
): string | null {
  const { settings, secret, before, sealer } = given;
  if (typeof secret === 'string') return sealer?.seal(sealName(name, settings), secret) ?? null;
  if (secret === null || before === undefined) return null;
  return isSamePlace(settingsOf(before), settings) ? before.sealed : null;
}

/** Whether the secret of one is still that of the other (T2). */
export function isSamePlace(before: DestinationSettings, after: DestinationSettings): boolean {
  return before.kind === after.kind && placeOf(before).host === placeOf(after).host;
}
