import type { RunJson } from '@skein/engine';

/** How a run ended, as an exit code. */
export function runExitCode({ status, error }: Pick<RunJson, 'status' | 'error'>): number {
  switch (status) {
    case 'completed':
    case 'stopped':
      return 0;
    case 'failed':
      return error?.code === 'LIMIT_REACHED' ? 7 : 1;
    case 'stalled':
    case 'cancelled':
      return 1;
    case 'running':
    case 'waiting':
      return 3;
  }
}
