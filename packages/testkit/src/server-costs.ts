// The cost of shared servers
// With SKEIN_FILE_COSTS=FILE a test run appends a line to FILE for each process that its main process has started and that still
// runs: its processor time so far, with all processes below it; and one for itself. `time` does not tell: a browser ends without waiting for its
// processes, which use more than the rest of a test of the studio.
import { appendFileSync, readFileSync } from 'node:fs';
import path from 'node:path';
import process from 'node:process';
import { childProcesses, processCpuMs } from './process-cpu-ms.ts';

export function appendServerCosts(): void {
  const costs = process.env['SKEIN_FILE_COSTS'];
  if (costs === undefined || process.platform !== 'linux') return;
  for (const pid of childProcesses().get(process.pid) ?? []) {
    const server = nameOf(pid);
    if (server === '') continue;
    appendFileSync(costs, `${JSON.stringify({ server, cpuMs: processCpuMs(pid) })}\n`);
  }
  const { user, system } = process.cpuUsage();
  const cpuMs = Math.round((user + system) / 1000);
  appendFileSync(costs, `${JSON.stringify({ server: 'the main process', cpuMs })}\n`);
}

/** The program; after a shell also what it runs. Empty for one that has ended, and for a worker, whose files have their own lines. */
function nameOf(pid: number): string {
  try {
    const words = readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0');
    if (words.some((word) => word.includes('/vitest/dist/workers/'))) return '';
    const named = words.slice(0, 3).filter((word) => word !== '' && !word.startsWith('-'));
    return named.map((word) => path.basename(word)).join(' ');
  } catch {
    return '';
  }
}
