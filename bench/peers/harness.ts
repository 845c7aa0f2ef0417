// The harness that measures other engines, with Skein's adapter put into a copy of it.
import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { lookFromOutside } from './look-from-outside.ts';
import type { System } from './measurement.ts';

export interface Workload {
  readonly shape: string;
  readonly kinds: readonly string[];
  readonly sizes: readonly number[];
  readonly unit: string;
  readonly title: string;
}

export interface Database {
  readonly url: string;
  /** Of the server, whose processor time counts. */
  readonly pid: number;
}

export interface DatabaseServer {
  readonly pid: number;
  create(): Promise<{ readonly name: string; readonly url: string }>;
  drop(name: string): Promise<unknown>;
  version(): Promise<string>;
  stop(): Promise<void>;
}

export interface Harness {
  readonly folder: string;
  readonly systems: readonly System[];
  readonly workloads: Readonly<Record<string, Workload>>;
  startPostgres(folder: string): Promise<DatabaseServer>;
}

export async function openHarness(from: string, copy: string): Promise<Harness> {
  mkdirSync(copy, { recursive: true });
  // Its packages are gigabytes: a link is enough.
  const packages = path.resolve(from, 'node_modules');
  const heavy = new Set(['node_modules', 'headers', 'store', 'results']);
  cpSync(from, copy, {
    recursive: true,
    filter: (source) => !heavy.has(path.relative(from, source)),
  });
  rmSync(path.join(copy, 'node_modules'), { recursive: true, force: true });
  if (existsSync(packages)) symlinkSync(packages, path.join(copy, 'node_modules'));
  cpSync(path.join(import.meta.dirname, '../adapters'), path.join(copy, 'adapters'), {
    recursive: true,
    filter: (source) => !source.endsWith('.test.ts'),
  });
  lookFromOutside(copy);
  const load = (file: string) => import(pathToFileURL(path.join(copy, file)).href);
  // These modules of the harness export what is declared here.
  const { listSystems } = (await load('run.mjs')) as {
    listSystems: () => Promise<readonly System[]>;
  };
  const { workloads } = (await load('workloads.mjs')) as Pick<Harness, 'workloads'>;
  const { startPostgres } = (await load('services.mjs')) as Pick<Harness, 'startPostgres'>;
  return { folder: copy, systems: await listSystems(), workloads, startPostgres };
}

/** Of the packages that the systems are made of, as far as they are beside the harness, and of the servers that `env` names. */
export function versionsOf(
  folder: string,
  systems: readonly System[],
  env: Readonly<Record<string, string | undefined>>,
): Readonly<Record<string, string>> {
  const found: Record<string, string> = {};
  for (const name of new Set(systems.flatMap(({ install }) => install ?? []))) {
    const beside = name === 'n8n' ? (env['N8N_ROOT'] ?? folder) : folder;
    const file = path.join(beside, 'node_modules', name, 'package.json');
    if (!existsSync(file)) continue;
    // Every manifest has a version.
    found[name] = (JSON.parse(readFileSync(file, 'utf8')) as { version: string }).version;
  }
  const files = new Set(systems.map(({ file }) => file));
  if (files.has('temporal')) found['temporal server'] = printed(env['TEMPORAL_BIN'], '--version');
  if (files.has('inngest')) found['inngest server'] = printed(env['INNGEST_BIN'], 'version');
  return found;
}

function printed(program: string | undefined, option: string): string {
  if (program === undefined) return 'unknown';
  const { stdout } = spawnSync(program, [option], { encoding: 'utf8', timeout: 30_000 });
  return /\d+\.\d+\.\d+(?:-\w+)*/.exec(stdout ?? '')?.[0] ?? 'unknown';
}
