// `node scripts/checkout/build-checkout.ts`: builds the sources of this checkout for the next `skein` command, see built-program.ts.
import {
  existsSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { constants, setPriority } from 'node:os';
import path from 'node:path';
import process from 'node:process';
import { bundleSources } from '../pack/bundle-sources.ts';
import { isOptionalPackage } from '../pack/package-manifest.ts';
import { buildPrefix, builds, buildsFolder, inputsFile, type BuildInput } from './built-program.ts';

const root = path.dirname(path.dirname(import.meta.dirname));
const lock = path.join(buildsFolder, '.building');
/** Older ones may still be loaded from by a command that waits for somebody. */
const kept = 10;

if (takeLock()) {
  try {
    await build();
  } finally {
    rmSync(lock, { force: true });
  }
}

async function build(): Promise<void> {
  // Whoever works here comes first.
  setPriority(constants.priority.PRIORITY_LOW);
  const startedMs = Date.now();
  const unfinished = path.join(buildsFolder, `.unfinished-${process.pid}`);
  try {
    const options = { root, target: unfinished, isOptional: isOptionalPackage };
    const { modules } = await bundleSources(options);
    const inputs = inputsOf(modules);
    // What was changed meanwhile may have been read before or after.
    if (inputs.some(([, , changedMs]) => changedMs >= startedMs)) return;
    writeFileSync(path.join(unfinished, inputsFile), JSON.stringify(inputs));
    renameSync(unfinished, path.join(buildsFolder, `${buildPrefix}${startedMs}`));
  } finally {
    rmSync(unfinished, { recursive: true, force: true });
  }
  for (const old of builds().slice(kept)) rmSync(old, { recursive: true, force: true });
}

/** The sources, what says where the rooms are, and what bundles them. */
function inputsOf(modules: readonly string[]): readonly BuildInput[] {
  const sources = modules.filter((file) => file.startsWith(path.join(root, 'packages')));
  const rooms = new Set(sources.map((file) => path.relative(root, file).split(path.sep)[1] ?? ''));
  const files = [
    ...sources,
    ...[...rooms].map((room) => path.join(root, 'packages', room, 'package.json')),
    path.join(root, 'package-lock.json'),
    ...['bundle-sources.ts', 'chunk-groups.ts', 'load-when-used.ts', 'require-package.cjs'].map(
      (file) => path.join(root, 'scripts/pack', file),
    ),
  ];
  return files.map((file) => {
    const { size, mtimeMs } = statSync(file);
    return [path.relative(root, file), size, mtimeMs];
  });
}

/** One at a time; that of a process that is gone is taken over. */
function takeLock(): boolean {
  mkdirSync(buildsFolder, { recursive: true });
  if (existsSync(lock) && isAlive(Number(readFileSync(lock, 'utf8')))) return false;
  writeFileSync(lock, String(process.pid));
  return true;
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}
