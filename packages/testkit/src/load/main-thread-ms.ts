import { readFileSync } from 'node:fs';

/** How long the first thread of a process has been on a processor so far; only available on Linux. */
export function mainThreadMs(pid: number): number {
  const [nanoseconds] = readFileSync(`/proc/${pid}/task/${pid}/schedstat`, 'utf8').split(' ');
  return Number(nanoseconds) / 1_000_000;
}
