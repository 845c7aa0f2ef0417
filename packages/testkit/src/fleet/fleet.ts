// A simulated fleet
// Several engines on one store, each with a clock of its own, and W-full with its agents, tools, subagent, fan-out and people.
// All of it is driven by one seed, in one process. Owns: the world and its history. Does not own: what happens next
// (Fleet operations), what must hold (Fleet invariants).
import type { Engine } from '@skein/engine';
import {
  seededIds,
  seededRandom,
  settleTicks,
  virtualClock,
  type Random,
  type VirtualClock,
} from '@skein/simulation';
import type { Json } from '@skein/kernel';
import type { Store } from '@skein/ports';
import { memoryStore } from '@skein/stores';
import { crashPoints } from '../crash/crash-points.ts';
import { fullEngine } from '../crash/full-world.ts';
import { notingStore } from '../crash/journal-facts.ts';
import { brokenStore, type StoreFault } from '../faults/broken-store.ts';
import type { LedgerCall, LedgerEffect } from '../ledger/ledger.ts';
import type { Outside } from '../ledger/outside.ts';
import { loadObserver } from './load-observer.ts';

export const fleetLease = { pollMs: 500, leaseMs: 10_000 };

/** A run is quarantined only after this many processes were lost (F5). */
const deathsMin = 3;

export interface FleetOptions {
  readonly seed: number;
  /** Engines at the same time. */
  readonly engines: number;
  readonly runs: number;
  /** Operations with faults, before everything may finish undisturbed. */
  readonly operations: number;
  /** The engines' view of the store: a place to plant bugs. */
  readonly planted?: (store: Store) => Store;
  /** Whether the receiver recognises a key; another place to plant a bug. */
  readonly deduplicates?: boolean;
  /** What the receiver answers with; a third one. */
  readonly reply?: string;
}

/** The users who own runs; both use the same keys. */
export const fleetUsers = ['ann', 'ben'] as const;

/** An external call that has not arrived yet. */
export interface OpenCall {
  readonly host: FleetHost;
  readonly call: LedgerCall;
  /** It takes effect, and is answered. */
  go(): void;
}

export interface FleetHost {
  readonly name: string;
  readonly clock: VirtualClock;
  engine: Engine | null;
  /** Runs that it has in memory. */
  runs: () => number;
  /** Callers that wait for its answer. */
  asked: number;
  /** Nothing that it sends arrives any more. */
  isDead: boolean;
  isFrozen: boolean;
  /** Answers that wait until it is thawed. */
  held: (() => void)[];
}

export class Fleet {
  readonly options: FleetOptions;
  readonly random: Random;
  readonly store: Store = memoryStore();
  readonly history: string[] = [];
  readonly violations: string[] = [];
  readonly effects: LedgerEffect[] = [];
  /** Steps and nodes whose results are in a journal. */
  readonly known = new Set<string>();
  /** Rows as they were when first seen, by run. */
  readonly rows = new Map<string, readonly string[]>();
  /** Acknowledged answers, by wait. */
  readonly acknowledged = new Map<string, Json>();
  /** Runs whose start was acknowledged, with the user who was told. */
  readonly started = new Map<string, string>();
  /** Runs whose cancel was acknowledged. */
  readonly cancelled = new Set<string>();
  calls: OpenCall[] = [];
  hosts: FleetHost[] = [];
  /** How many hosts were created, including replacements of dead ones. */
  made = 0;
  /** How many of them were killed, or frozen so that the others take them for dead. */
  lost = 0;
  now: number;
  isPeaceful = false;
  /** The checks see the store without faults. */
  isLooking = false;

  constructor(options: FleetOptions) {
    this.options = options;
    this.random = seededRandom(options.seed);
    this.now = virtualClock().now();
  }

  get live(): readonly FleetHost[] {
    return this.hosts.filter(({ isDead, isFrozen, engine }) => !isDead && !isFrozen && engine);
  }

  /** A new process; it may find the store unavailable, and is then started again later. */
  async addHost(): Promise<void> {
    this.made += 1;
    const clock = virtualClock({ startAt: this.now });
    const name = `host ${this.made}`;
    const host: FleetHost = {
      name,
      clock,
      engine: null,
      runs: () => 0,
      asked: 0,
      isDead: false,
      isFrozen: false,
      held: [],
    };
    this.hosts.push(host);
    const whole = this.options.planted?.(this.store) ?? this.store;
    const making = fullEngine({
      store: this.#seenBy(host, notingStore(whole, this.known)),
      outside: this.#outsideOf(host),
      points: crashPoints(null),
      durable: { residentMax: 1, sharing: fleetLease },
      onMade: (what) => {
        if (!host.isDead && this.known.has(what))
          this.violations.push(`Made again although recorded: ${what}`);
      },
      onProblem: (error) => this.#hear(error),
      engine: {
        clock,
        ids: seededIds(this.options.seed * 1000 + this.made),
        observer: loadObserver((load) => {
          host.runs = () => load().runs;
        }),
      },
    });
    making.then(
      (engine) => {
        host.engine = engine;
      },
      () => {
        host.isDead = true;
      },
    );
    await this.settle();
  }

  /** Advances everybody's clock; frozen processes do not notice. */
  async advance(ms: number): Promise<void> {
    this.now += ms;
    for (const { clock } of this.live) await clock.advance(Math.max(0, this.now - clock.now()));
    await this.settle();
  }

  async settle(): Promise<void> {
    await settleTicks(4);
  }

  #hear(error: unknown): void {
    const code = (error as { readonly code?: unknown }).code;
    if (code === 'RUN_QUARANTINED' && this.lost >= deathsMin) return;
    if (code !== 'STORE_UNAVAILABLE') this.violations.push(`An engine complains: ${String(error)}`);
  }

  #seenBy(host: FleetHost, store: Store): Store {
    return brokenStore(store, (): StoreFault => {
      if (host.isDead) return 'never';
      if (this.isPeaceful || this.isLooking || !this.random.chance(0.02)) return 'none';
      return this.random.chance(0.5) ? 'before' : 'after';
    });
  }

  #outsideOf(host: FleetHost): Outside {
    return {
      call: (call, signal) =>
        new Promise((resolve, reject) => {
          signal.addEventListener('abort', () => reject(signal.reason as Error));
          const go = () => {
            const { result } = this.#commit(call);
            const answer = () => resolve(result);
            if (host.isFrozen) host.held.push(answer);
            else if (!host.isDead) answer();
          };
          this.calls.push({ host, call, go });
        }),
      find: (asked) => this.find(asked),
    };
  }

  async find(asked: {
    readonly prefix: string;
    readonly name?: string;
  }): Promise<readonly LedgerEffect[]> {
    return this.effects.filter(
      ({ key, name }) => key.startsWith(asked.prefix) && name === (asked.name ?? name),
    );
  }

  #commit(call: LedgerCall): LedgerEffect {
    const { deduplicates = true, reply = 'done' } = this.options;
    const known =
      call.deduplicates && deduplicates
        ? this.effects.find(({ key }) => key === call.key)
        : undefined;
    const effect = known ?? { ...call, result: `${call.name} ${reply}`, at: this.now };
    if (known === undefined) this.effects.push(effect);
    return effect;
  }
}
