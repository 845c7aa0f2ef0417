// Floors
// The order inside a room, as its row in rooms.ts lists it, and its check.
// F1. A file imports only files of its own floor or of floors below it.
// F2. Every file and folder of `src` is on a floor; `index.ts` is above them all.
// F3. Below any folder, neither its folders nor its files import each other in a cycle. Types count: a cycle of types
//     ties two files together as firmly as a cycle of calls.
import path from 'node:path';
import { importsOf } from './parse.ts';
import type { SourceFile } from './repository.ts';

/** What each floor is for, from the top down: a folder of `src`, a file of it, or a folder in one of those (`core/driver`). */
export type Floors = Readonly<Record<string, string>>;

/** The violations of F1 and F2 by the files of a room's `src` folder. */
export function checkFloors(floors: Floors, files: readonly SourceFile[]): readonly string[] {
  const names = Object.keys(floors);
  const problems = names
    .filter((name) => !files.some((file) => floorOf([name], file.path) !== undefined))
    .map((name) => `the floor "${name}" has no file`);
  for (const file of files) {
    const own = floorOf(names, file.path);
    if (own === undefined) {
      if (!isEntry(file.path)) problems.push(`${file.path} stands on no floor`);
      continue;
    }
    for (const target of importedFiles(file)) {
      const other = floorOf(names, target);
      if (other === undefined || names.indexOf(other) >= names.indexOf(own)) continue;
      problems.push(`${file.path} (${own}) imports ${target} (${other}), which is above it`);
    }
  }
  return problems;
}

/** The violations of F3: each is a cycle, written as the units that it goes through. */
export function findCycles(files: readonly SourceFile[]): readonly string[] {
  const known = new Set(files.map((file) => file.path));
  const cycles: string[] = [];
  // Imports between the units of one folder: its files, and its folders as wholes.
  const units = new Map<string, Map<string, Set<string>>>();
  for (const file of files) {
    for (const target of importedFiles(file)) {
      if (known.has(target)) addImport(units, file.path, target);
    }
  }
  for (const graph of units.values()) {
    const cycle = findCycle(graph);
    if (cycle !== undefined) cycles.push(cycle.join(' → '));
  }
  return cycles.sort();
}

/** Records an import where the two paths diverge: between a file or folder and another of the same folder. */
function addImport(units: Map<string, Map<string, Set<string>>>, from: string, to: string): void {
  const source = from.split('/');
  const target = to.split('/');
  const depth = source.findIndex((part, index) => part !== target[index]);
  if (depth === -1) return;
  const folder = source.slice(0, depth).join('/');
  const graph = units.get(folder) ?? new Map<string, Set<string>>();
  units.set(folder, graph);
  const unit = source.slice(0, depth + 1).join('/');
  const targets = graph.get(unit) ?? new Set();
  graph.set(unit, targets.add(target.slice(0, depth + 1).join('/')));
}

function findCycle(graph: ReadonlyMap<string, ReadonlySet<string>>): string[] | undefined {
  const done = new Set<string>();
  const search = (unit: string, above: readonly string[]): string[] | undefined => {
    const start = above.indexOf(unit);
    if (start !== -1) return [...above.slice(start), unit];
    if (done.has(unit)) return undefined;
    for (const next of graph.get(unit) ?? []) {
      const found = search(next, [...above, unit]);
      if (found !== undefined) return found;
    }
    done.add(unit);
    return undefined;
  };
  for (const unit of graph.keys()) {
    const found = search(unit, []);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** The floor of a path: the longest of the names that leads to it. */
function floorOf(names: readonly string[], file: string): string | undefined {
  const inside = file.split('/').slice(3).join('/');
  return names
    .filter((name) => inside === name || inside.startsWith(`${name}/`))
    .sort((one, other) => other.length - one.length)[0];
}

/** Lists what users of a room see. Nothing inside the room imports it. */
function isEntry(file: string): boolean {
  return /^packages\/[^/]+\/src\/(?:index|internal)\.ts$/.test(file);
}

function importedFiles(file: SourceFile): readonly string[] {
  return importsOf(file)
    .filter((specifier) => specifier.startsWith('.'))
    .map((specifier) => path.posix.join(path.posix.dirname(file.path), specifier));
}
