// Several processes on one database
// Each starts its share of the runs. One is killed, one is frozen for twice its lease and thawed, the others continue.
import type { Store } from '@skein/ports';
import type { Ledger } from '../ledger/ledger.ts';
import { complaintsAbout, treesOf } from './journal-facts.ts';
import {
  ShareHost,
  sharedSteps,
  sharedWorkflow,
  type ShareOrder,
  type ShareReport,
} from './share-host.ts';

export interface ShareOptions {
  readonly url: string;
  /** The same database, for inspection. */
  readonly store: Store;
  readonly ledger: Ledger;
  /** At least three: one is killed, one is frozen. */
  readonly processes: number;
  readonly runs: number;
  readonly leaseMs: number;
  readonly stepMs: number;
}

export interface ShareResult {
  /** Sentences; empty when all is well. */
  readonly wrong: readonly string[];
  /** Appends of the thawed process that the store fenced. */
  readonly refused: number;
  /** From the kill to the first step that another process executed for a run of the dead one. */
  readonly takeoverMs: number;
  readonly completed: number;
  readonly effects: number;
  readonly tookMs: number;
}

export async function shareRuns(options: ShareOptions): Promise<ShareResult> {
  const { url, ledger, store, processes, runs, leaseMs, stepMs } = options;
  const hosts = Array.from({ length: processes }, () => new ShareHost());
  const startedMs = Date.now();
  try {
    const share = Math.ceil(runs / processes);
    const order = {
      do: 'host',
      url,
      ledger: ledger.url,
      leaseMs,
      stepMs,
      runs: share,
      isHeld: false,
    } as const;
    const held = { ...order, isHeld: true };
    const [victim, zombie, ...others] = hosts as [ShareHost, ShareHost, ...ShareHost[]];
    await Promise.all(others.map((host) => host.ask(order)));
    const [killed] = await Promise.all([
      victim.ask(held).then((own) => strike(victim, 'SIGKILL', own)),
      zombie.ask(held).then((own) => strike(zombie, 'SIGSTOP', own)),
    ]);
    await pause(2 * leaseMs);
    // Sent while it is frozen: it continues before it can learn that its runs now belong to others.
    zombie.child.send({ do: 'continue' } satisfies ShareOrder);
    zombie.child.kill('SIGCONT');
    await allEnded(store, leaseMs + 120_000);
    const report = await zombie.ask({ do: 'report' });
    const found = await findings(store, ledger, runs);
    return {
      ...found,
      refused: 'refused' in report ? report.refused : 0,
      takeoverMs: firstTakeover(ledger, killed.runs, killed.at),
      tookMs: Date.now() - startedMs,
    };
  } finally {
    for (const { child } of hosts) child.kill('SIGKILL');
  }
}

function strike(host: ShareHost, signal: 'SIGKILL' | 'SIGSTOP', own: ShareReport) {
  host.child.kill(signal);
  return { at: Date.now(), runs: 'runs' in own ? own.runs : [] };
}

async function findings(store: Store, ledger: Ledger, runs: number) {
  const all = await treesOf(store, sharedWorkflow.id ?? '');
  const wrong = [...(await complaintsAbout(store, all))];
  if (all.length !== runs) wrong.push(`There are ${all.length} runs instead of ${runs}.`);
  const completed = all.filter(({ status }) => status === 'completed').length;
  if (completed !== runs) wrong.push(`${runs - completed} runs are not completed.`);
  const { effects } = ledger;
  const keys = new Set(effects.map(({ key }) => key));
  if (effects.length !== runs * sharedSteps || keys.size !== effects.length)
    wrong.push(`${effects.length} effects with ${keys.size} keys, not ${runs * sharedSteps}.`);
  return { wrong, completed, effects: effects.length };
}

function firstTakeover({ effects }: Ledger, victims: readonly string[], killedAt: number): number {
  const own = new Set(victims);
  // What was in flight when it died arrives within a moment.
  const later = effects.filter(
    ({ key, at }) => own.has(key.split('/')[0] ?? '') && at > killedAt + 200,
  );
  return Math.min(...later.map(({ at }) => at)) - killedAt;
}

async function allEnded(store: Store, limitMs: number): Promise<void> {
  const until = Date.now() + limitMs;
  for (;;) {
    const { items } = await store.runs.list({ isUnfinished: true, limit: 1 });
    if (items.length === 0) return;
    if (Date.now() > until) return;
    await pause(100);
  }
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
