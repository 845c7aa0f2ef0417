// Building the studio
// `npm run build:web`. The only thing in this repository that is built: a browser does not read TypeScript. Rebuilt only
// when one of its source files has changed, so callers simply run it.
// U1. The folder is always complete: it is built next to it and moved there at the end.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import process from 'node:process';

const root = path.dirname(import.meta.dirname);
const web = path.join(root, 'packages/web');
const built = path.join(web, 'dist/studio');
const stampFile = path.join(web, 'dist/studio.stamp');
const sources = [
  'package-lock.json',
  'packages/web/index.html',
  'packages/web/vite.config.ts',
  'packages/web/page-chunks.ts',
  'packages/web/public',
  'packages/web/src',
  'packages/kernel/src',
  'packages/dialects/src',
  'packages/api/src',
];

if (process.argv[1] === import.meta.filename) process.exitCode = buildWeb() ? 0 : 1;

/** Whether the studio is built and up to date with its sources. */
export function buildWeb(): boolean {
  const stamp = computeStamp();
  if (isBuilt(stamp)) return true;
  process.stderr.write('Building the studio …\n');
  const target = path.join(web, `dist/studio-${process.pid}`);
  const vite = path.join(root, 'node_modules/vite/bin/vite.js');
  const command = [vite, 'build', web, '--outDir', target, '--logLevel', 'warn'];
  const { status, stdout, stderr } = spawnSync(process.execPath, command, {
    encoding: 'utf8',
    // Tests set another one, and React would be built for development.
    env: { ...process.env, NODE_ENV: 'production' },
  });
  if (status !== 0) {
    process.stderr.write(`The studio could not be built:\n${stdout}${stderr}\n`);
    rmSync(target, { recursive: true, force: true });
    return false;
  }
  // Two processes may build at once, from the same sources: the second one finds it done.
  if (isBuilt(stamp)) {
    rmSync(target, { recursive: true, force: true });
    return true;
  }
  rmSync(built, { recursive: true, force: true });
  moveTo(built, target);
  writeFileSync(stampFile, stamp);
  return true;
}

function moveTo(place: string, folder: string): void {
  try {
    renameSync(folder, place);
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : '';
    if (code !== 'ENOTEMPTY' && code !== 'EEXIST') throw error;
    // The other process has just put the same files there.
    rmSync(folder, { recursive: true, force: true });
  }
}

function isBuilt(stamp: string): boolean {
  if (!existsSync(stampFile) || !existsSync(path.join(built, 'index.html'))) return false;
  return readFileSync(stampFile, 'utf8') === stamp;
}

function computeStamp(): string {
  const hash = createHash('sha256');
  for (const source of sources.flatMap(filesBelow)) {
    hash.update(`${source}\n`).update(readFileSync(path.join(root, source)));
  }
  return hash.digest('hex');
}

function filesBelow(source: string): readonly string[] {
  const entries = readFolder(source);
  if (entries === null) return [source];
  return entries.flatMap((name) => filesBelow(`${source}/${name}`));
}

/** Null for a file. */
function readFolder(source: string): readonly string[] | null {
  try {
    return readdirSync(path.join(root, source)).toSorted();
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOTDIR') return null;
    throw error;
  }
}
