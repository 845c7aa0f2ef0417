// Checks of the rooms
// Which room may import which, as in ARCHITECTURE.md, and its check.
// R1. A room imports only the rooms of its row, and only by their name (`@skein/kernel`), so through their index.
// R2. A relative import stays inside its room.
// R3. The kernel imports nothing but its own files.
// R4. A package.json lists what its room imports, and no room that it may not import.
// R5. A room that also runs in a browser imports nothing of Node.
// R6. Inside a room, floors: see floors.ts.
import { isBuiltin } from 'node:module';
import path from 'node:path';
import { importsOf } from './parse.ts';
import type { SourceFile } from './repository.ts';
import { rooms } from './rooms.ts';

export interface Manifest {
  readonly name: string;
  readonly version: string;
  readonly dependencies?: Readonly<Record<string, string>>;
}

/** The violations of R1, R2, R3 and R5 in a file of a room's `src` folder. */
export function checkSource(file: SourceFile): readonly string[] {
  return check(file, (name, specifier) => {
    if (name === 'kernel') return 'the kernel imports only its own files';
    const room = rooms[name];
    if (room === undefined) return `tools/rooms.ts has no room "${name}"`;
    const target = roomOf(specifier);
    if (target === undefined) {
      const isForeign = room.platform === 'any' && isBuiltin(specifier);
      return isForeign ? `${name} also runs in a browser` : undefined;
    }
    if (target === name) return 'a room imports its own files by relative path';
    const allowed = room.imports.join(', ') || 'no room';
    return room.imports.includes(target) ? undefined : `${name} may import: ${allowed}`;
  });
}

/** The violations in a file of a room's `test` folder: it may use every room, but by its name. */
export function checkTest(file: SourceFile): readonly string[] {
  return check(file, () => undefined);
}

/** The violations of R4. `imported` is what all files of the room's `src` folder import. */
export function checkManifest(
  name: string,
  manifest: Manifest,
  imported: readonly string[],
): readonly string[] {
  const listed = manifest.dependencies ?? {};
  const problems: string[] = [];
  for (const [dependency, version] of Object.entries(listed)) {
    const target = roomOf(dependency);
    if (name === 'kernel') problems.push(`lists ${dependency}: the kernel has no dependency`);
    else if (target !== undefined && !rooms[name]?.imports.includes(target))
      problems.push(`lists ${dependency}, which ${name} may not import`);
    if (!/^\d+\.\d+\.\d+/.test(version)) problems.push(`lists ${dependency} without exact version`);
    if (target !== undefined && version !== manifest.version)
      problems.push(`lists ${dependency} ${version}, but all rooms are ${manifest.version}`);
  }
  const needed = imported.filter((specifier) => !isRelative(specifier) && !isBuiltin(specifier));
  for (const dependency of new Set(needed.map(packageOf))) {
    if (listed[dependency] === undefined) problems.push(`does not list ${dependency}`);
  }
  return problems.map((problem) => `packages/${name}/package.json ${problem}`);
}

function check(
  file: SourceFile,
  judge: (room: string, specifier: string) => string | undefined,
): readonly string[] {
  const name = file.path.split('/')[1] ?? '';
  const judgeAny = (specifier: string) => {
    if (isRelative(specifier)) return leavesRoom(file, name, specifier);
    if (path.posix.isAbsolute(specifier)) return 'no absolute paths';
    const target = roomOf(specifier);
    if (target !== undefined && specifier !== packageOf(specifier))
      return `another room is imported by its name, ${packageOf(specifier)}`;
    return judge(name, specifier);
  };
  return importsOf(file).flatMap((specifier) => {
    const problem = judgeAny(specifier);
    return problem === undefined ? [] : [`${file.path} imports "${specifier}": ${problem}`];
  });
}

function leavesRoom(file: SourceFile, name: string, specifier: string): string | undefined {
  const target = path.posix.join(path.posix.dirname(file.path), specifier);
  return target.startsWith(`packages/${name}/`)
    ? undefined
    : 'a relative import stays inside its room';
}

function isRelative(specifier: string): boolean {
  return /^\.\.?(?:\/|$)/.test(specifier);
}

/** The room that a specifier names, whether or not it exists. */
function roomOf(specifier: string): string | undefined {
  if (specifier === 'skein' || specifier.startsWith('skein/')) return 'skein';
  return /^@skein\/([^/]+)/.exec(specifier)?.[1];
}

function packageOf(specifier: string): string {
  const [scope = '', name = ''] = specifier.split('/');
  return scope.startsWith('@') ? `${scope}/${name}` : scope;
}
