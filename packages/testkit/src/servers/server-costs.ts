// The cost of shared servers
// With SKEIN_FILE_COSTS=FILE a test run appends a line to FILE for each kind of process that its main process has started: the
// processor time of all of them until now. `time` does not tell: a browser ends without waiting for its processes, which use
// more than the rest of a test of the studio.
import { appendFileSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import process from 'node:process';

export function appendServerCosts(): void {
  const costs = process.env['SKEIN_FILE_COSTS'];
  if (costs === undefined || process.platform !== 'linux') return;
  const all = new Map(readdirSync('/proc').flatMap((name) => readProcess(name)));
  const sums = new Map<string, number>();
  // One that has ended has no name any more: a worker, whose files have their own lines.
  for (const [pid, { name, cpuMs }] of all)
    if (name !== '' && isBelow(pid, all)) sums.set(name, (sums.get(name) ?? 0) + cpuMs);
  for (const [server, cpuMs] of sums)
    appendFileSync(costs, `${JSON.stringify({ server, cpuMs })}\n`);
}

interface Counted {
  readonly name: string;
  readonly parent: number;
  /** With what it has waited for; Linux counts in hundredths of a second. */
  readonly cpuMs: number;
}

function readProcess(name: string): readonly (readonly [number, Counted])[] {
  if (!/^\d+$/.test(name)) return [];
  try {
    const line = readFileSync(`/proc/${name}/stat`, 'utf8');
    const fields = line
      .slice(line.lastIndexOf(')') + 2)
      .split(' ')
      .map(Number);
    const [program = ''] = readFileSync(`/proc/${name}/cmdline`, 'utf8').split(/[\0 ]/);
    const ticks = [11, 12, 13, 14].reduce((sum, index) => sum + (fields[index] ?? 0), 0);
    return [
      [Number(name), { name: path.basename(program), parent: fields[1] ?? 0, cpuMs: ticks * 10 }],
    ];
  } catch {
    // It has ended meanwhile.
    return [];
  }
}

function isBelow(pid: number, all: ReadonlyMap<number, Counted>): boolean {
  const parent = all.get(pid)?.parent;
  return parent === process.pid || (parent !== undefined && isBelow(parent, all));
}
