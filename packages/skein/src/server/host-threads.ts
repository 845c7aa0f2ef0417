import { listThreads, openThread, type Agent } from '@skein/sdk';
import type { HostThreads } from '@skein/server';

/** Threads over REST: those of the agents that the host has registered. */
export function hostThreads(agents: readonly Agent[] = []): HostThreads {
  const ids = agents.map(({ id }) => id);
  return { agents: () => ids, list: listThreads, open: openThread };
}
