import process from 'node:process';

/** The CPU time of this thread so far: on a busy machine the wall clock says more about other processes. */
export function cpuMs(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
}
