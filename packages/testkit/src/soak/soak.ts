// The soak
// Minutes or hours of W-full on one SQLite file, with random kills and retention. Memory, descriptors and files must stay
// flat, and whatever a kill interrupted must finish in the next process.
import { fork, type ChildProcess } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { seededRandom } from '@skein/simulation';
import { openStore } from '@skein/stores';
import { complaintsAbout, treesOf } from '../crash/journal-facts.ts';
import { repeatedEffects, startLedger } from '../ledger/ledger.ts';
import { hostFile } from '../servers/host-file.ts';
import type { SoakOrder, SoakReport } from './soak-host.ts';

export interface SoakOptions {
  readonly minutes: number;
  readonly seed: number;
  readonly atOnce: number;
  /** The minimum time between the starts of runs: what retention keeps must not depend on the speed of the machine. */
  readonly paceMs: number;
  /** How long ended runs are kept. */
  readonly keptMs: number;
  /** Kills happen after a random time between these. */
  readonly killMs: readonly [number, number];
  readonly onReport?: (report: SoakReport, kills: number) => void;
}

export interface SoakResult {
  readonly kills: number;
  readonly ended: number;
  readonly effects: number;
  /** The highest figures of the first and of the last half, without the first process. */
  readonly early: SoakReport;
  readonly late: SoakReport;
  readonly wrong: readonly string[];
}

export async function soak(options: SoakOptions): Promise<SoakResult> {
  const { minutes, seed, atOnce, paceMs, keptMs, killMs, onReport } = options;
  const random = seededRandom(seed);
  const folder = mkdtempSync(path.join(tmpdir(), 'skein-soak-'));
  const file = path.join(folder, 'soak.db');
  const ledger = await startLedger();
  const reports: SoakReport[] = [];
  const wrong: string[] = [];
  let [kills, ended, effects] = [0, 0, 0];
  // Counted from when each process is at work: on a busy machine its start takes longer than its life.
  let leftMs = minutes * 60_000;
  try {
    while (leftMs > 0) {
      const lifeMs = Math.min(leftMs, killMs[0] + random.below(killMs[1] - killMs[0]));
      leftMs -= lifeMs;
      const host = startHost({ file, ledger: ledger.url, atOnce, paceMs, keptMs }, (report) => {
        reports.push(report);
        onReport?.(report, kills);
      });
      const before = reports.length;
      await live(host, lifeMs, wrong);
      kills += 1;
      const own = reports.slice(before);
      ended += own.at(-1)?.ended ?? 0;
      wrong.push(...(own.at(-1)?.problems ?? []));
      // Duplicates are reported at once; effects of runs that ended long ago need not be remembered.
      wrong.push(...repeatedEffects(ledger));
      effects += forgetOld(ledger);
    }
    wrong.push(...(await lastLook(file)));
    effects += ledger.effects.length;
  } finally {
    await ledger.close();
    rmSync(folder, { recursive: true, force: true });
  }
  const half = Math.floor(reports.length / 2);
  const [early, late] = [highest(reports.slice(0, half)), highest(reports.slice(half))];
  return { kills, ended, effects, early, late, wrong: [...new Set(wrong)] };
}

function startHost(order: SoakOrder, hear: (report: SoakReport) => void): ChildProcess {
  const host = fork(hostFile('packages/testkit/src/soak/soak-host.ts'), [], {
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    execArgv: [],
  });
  host.on('message', hear);
  host.send(order);
  return host;
}

async function live(host: ChildProcess, ms: number, wrong: string[]): Promise<void> {
  const exited = new Promise<string>((resolve) => host.once('exit', () => resolve('exited')));
  const passed = new Promise<string>((resolve) => {
    host.once('message', () => setTimeout(() => resolve('passed'), ms));
  });
  if ((await Promise.race([exited, passed])) === 'exited')
    wrong.push(`A process ended by itself with ${host.exitCode ?? host.signalCode}.`);
  host.kill('SIGKILL');
  await exited;
}

/** Effects of unfinished runs are kept; returns how many were dropped. */
function forgetOld({ effects }: { readonly effects: readonly object[] }): number {
  const keptMax = 2000;
  // The ledger exposes its own list, which otherwise only grows.
  return (effects as object[]).splice(0, Math.max(0, effects.length - keptMax)).length;
}

async function lastLook(file: string): Promise<readonly string[]> {
  const store = await openStore(`sqlite:${file}`);
  try {
    const runs = await treesOf(store, 'soak');
    const failed = runs.filter(({ status }) => status === 'failed');
    return [
      ...(await complaintsAbout(store, runs)),
      ...failed.map(({ id }) => `The run ${id} has failed.`),
    ];
  } finally {
    await store.close();
  }
}

function highest(reports: readonly SoakReport[]): SoakReport {
  const most = (of: (report: SoakReport) => number) => Math.max(0, ...reports.map(of));
  return {
    rssBytes: most(({ rssBytes }) => rssBytes),
    descriptors: most(({ descriptors }) => descriptors),
    walBytes: most(({ walBytes }) => walBytes),
    fileBytes: most(({ fileBytes }) => fileBytes),
    ended: most(({ ended }) => ended),
    problems: [],
  };
}
