import { spawn } from 'node:child_process';
import { mkdirSync, rmSync } from 'node:fs';
import { loadavg } from 'node:os';
import path from 'node:path';
import process from 'node:process';
import type { Database, Workload } from './harness.ts';
import type { Cell, System } from './measurement.ts';

export interface CellOptions {
  /** Folder of the harness. */
  readonly harness: string;
  /** Where each cell gets a folder of its own for what it stores. */
  readonly store: string;
  readonly timeoutS: number;
  readonly env: Readonly<Record<string, string | undefined>>;
}

export interface CellJob {
  readonly system: System;
  readonly workload: Workload;
  readonly size: number;
  readonly round: number;
  readonly database: Database | null;
}

interface Outcome {
  readonly seconds: number;
  readonly figures?: Readonly<Record<string, unknown>>;
  readonly dnf?: string;
}

/** No system reports home or logs while it is measured. */
const quiet = {
  NODE_ENV: 'production',
  DO_NOT_TRACK: '1',
  LANGCHAIN_TRACING_V2: 'false',
  LANGSMITH_TRACING: 'false',
  MASTRA_TELEMETRY_DISABLED: '1',
  RESTATE_DISABLE_TELEMETRY: 'true',
  RESTATE_LOGGING: 'ERROR',
  WORKFLOW_TELEMETRY_DISABLED: '1',
};

let serial = 0;

/** One system at one workload and size, in a process of its own, which the harness provides. */
export async function runCell(
  { system, workload, size, round, database }: CellJob,
  options: CellOptions,
): Promise<Cell> {
  const dir = path.join(options.store, `cell-${process.pid}-${serial++}`);
  mkdirSync(dir, { recursive: true });
  const { file, variant } = system;
  const pg = database === null ? {} : { pg: database.url, pgPid: database.pid };
  const job = { file, variant, shape: workload.shape, size, dir, ...pg };
  const first = await runProcess(job, options);
  // A cold start is measured on a store that is there already.
  const isCold = workload.shape === 'cold' && first.figures !== undefined;
  const outcome = isCold ? await runProcess(job, options) : first;
  rmSync(dir, { recursive: true, force: true });
  const seconds = outcome.seconds + (isCold ? first.seconds : 0);
  const about = { system: system.id, round, seconds, load: loadavg()[0] ?? 0 };
  if (outcome.dnf !== undefined) return { ...about, dnf: outcome.dnf };
  return { ...about, ...numbersOf(outcome.figures ?? {}) };
}

/** The harness reports more than the tables need, and not always numbers. */
function numbersOf(figures: Readonly<Record<string, unknown>>): object {
  return Object.fromEntries(Object.entries(figures).filter(([, it]) => typeof it === 'number'));
}

function runProcess(job: { readonly dir: string }, options: CellOptions): Promise<Outcome> {
  const { harness, timeoutS, env } = options;
  return new Promise((done) => {
    const begun = performance.now();
    const main = path.join(harness, 'child.mjs');
    const child = spawn(process.execPath, ['--expose-gc', main, JSON.stringify(job)], {
      cwd: job.dir,
      // A process group of its own, so that a timeout also ends the servers that it started.
      detached: true,
      env: { ...env, ...quiet },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let output = '';
    let isLate = false;
    const take = (data: Buffer) => {
      output = (output + data.toString()).slice(-200_000);
    };
    child.stdout.on('data', take);
    child.stderr.on('data', take);
    const timer = setTimeout(() => {
      isLate = true;
      endGroup(child.pid);
    }, timeoutS * 1000);
    child.on('close', (code, signal) => {
      clearTimeout(timer);
      endGroup(child.pid);
      const seconds = (performance.now() - begun) / 1000;
      const result = /^@@RESULT (.*)$/m.exec(output)?.[1];
      // The harness's own line.
      if (result !== undefined)
        done({ seconds, figures: JSON.parse(result) as Record<string, unknown> });
      else if (isLate) done({ seconds, dnf: `over ${timeoutS} s` });
      else done({ seconds, dnf: failureIn(output) ?? `ended with ${code ?? signal}` });
    });
  });
}

function failureIn(output: string): string | undefined {
  const text = /^@@ERROR ([^]*)/m.exec(output)?.[1] ?? output.slice(-600);
  const line = text.split('\n').find((each) => each.trim() !== '');
  return line?.trim().slice(0, 200);
}

function endGroup(pid: number | undefined): void {
  if (pid === undefined) return;
  try {
    process.kill(-pid, 'SIGKILL');
  } catch {
    // All of them have ended.
  }
}
