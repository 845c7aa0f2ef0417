import type { Store } from '@skein/ports';

/** What a server keeps for itself. Runs, definitions and waits are not among it: those are read through the engine. */
export type ServerRecords = Pick<
  Store,
  | 'keys'
  | 'triggers'
  | 'triggerHistory'
  | 'deliveries'
  | 'agents'
  | 'steps'
  | 'audit'
  | 'views'
  | 'secrets'
>;
