// A program from PyPI, in an environment of its own below node_modules: tools that read our documents are also written in Python.
import { spawnSync } from 'node:child_process';
import { existsSync, rmSync } from 'node:fs';
import path from 'node:path';
import process from 'node:process';
import { installPackage } from './debian-packages.ts';
import { ServerMissing } from './server-process.ts';

const cache = path.join(import.meta.dirname, '../../../../node_modules/.cache');

/** A machine without a way to the registry says so soon; by default pip asks six times, a quarter of a minute each. */
const patience = ['--retries', '1', '--timeout', '10'];

export interface PythonPackage {
  readonly name: string;
  readonly version: string;
}

/** The path of the program that a package is named after, installed once. Throws `ServerMissing` where that is impossible. */
export function pythonProgram({ name, version }: PythonPackage): string {
  const environment = path.join(cache, `${name}-${version}`);
  const program = path.join(environment, 'bin', name);
  // pip writes it last: who is killed while it installs leaves an environment without it, which the next one completes.
  if (existsSync(program)) return program;
  if (complaintOf('python3', '-m', 'pip', '--version') !== null) installPackage('python3-pip');
  process.stderr.write(`Installing ${name} ${version} for the tests …\n`);
  // The pip that is there installs into it: one of its own would take longer than the rest.
  const python = path.join(environment, 'bin/python3');
  const install = ['install', '--quiet', '--disable-pip-version-check', ...patience];
  const complaint =
    complaintOf('python3', '-m', 'venv', '--without-pip', environment) ??
    complaintOf('python3', '-m', 'pip', '--python', python, ...install, `${name}==${version}`);
  if (complaint === null) return program;
  rmSync(environment, { recursive: true, force: true });
  throw new ServerMissing(`${name} ${version} cannot be installed: ${complaint}`);
}

/** What a command complains about, or null. */
function complaintOf(...[program = '', ...given]: readonly string[]): string | null {
  const { status, stderr, error } = spawnSync(program, given, { encoding: 'utf8' });
  return status === 0 ? null : (error?.message ?? stderr.trim());
}
