import { readFileSync } from 'node:fs';

const pageBytes = 4096;

/** The memory of a process; only available on Linux. */
export function residentBytes(pid: number): number {
  return Number(readFileSync(`/proc/${pid}/statm`, 'utf8').split(' ')[1]) * pageBytes;
}
