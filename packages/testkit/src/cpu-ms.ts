import process from 'node:process';

/** What this thread has computed so far: on a busy machine the clock on the wall tells more about the others. */
export function cpuMs(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
}
