import { readdirSync, readFileSync } from 'node:fs';

/** Linux counts CPU time in hundredths of a second. */
const msPerTick = 10;

/** The CPU time of a process and its descendants so far, including ended ones; only available on Linux. */
export function processCpuMs(pid: number | undefined): number {
  const below = childProcesses();
  const total = (each: number): number => {
    const children = below.get(each) ?? [];
    return ticksOf(each) + children.reduce((sum, child) => sum + total(child), 0);
  };
  return pid === undefined ? 0 : total(pid) * msPerTick;
}

/** The children of every process; only available on Linux. */
export function childProcesses(): ReadonlyMap<number, readonly number[]> {
  const below = new Map<number, number[]>();
  for (const name of readdirSync('/proc')) {
    const fields = /^\d+$/.test(name) ? fieldsOf(Number(name)) : null;
    if (fields === null) continue;
    const parent = Number(fields[1]);
    below.set(parent, [...(below.get(parent) ?? []), Number(name)]);
  }
  return below;
}

/** Its own time, and that of the children that it has waited for. */
function ticksOf(pid: number): number {
  const fields = fieldsOf(pid) ?? [];
  return [11, 12, 13, 14].reduce((sum, place) => sum + Number(fields[place] ?? 0), 0);
}

/** The fields after the name of the program, which may contain spaces; null when it has just ended. */
function fieldsOf(pid: number): readonly string[] | null {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8');
    return text.slice(text.lastIndexOf(')') + 2).split(' ');
  } catch {
    return null;
  }
}
