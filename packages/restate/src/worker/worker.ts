// A worker
// A process that Restate calls: it handles messages of runs and calls nodes. It keeps nothing; any number of them may answer for
// one address.
import type { EngineOptions } from '@skein/engine';

export interface WorkerOptions {
  readonly engine: Omit<EngineOptions, 'host' | 'durable'>;
  /** The address of Restate's ingress, or several with commas between. */
  readonly ingressUrl: string;
  /** The pool that it belongs to; only workers of the default pool handle messages of runs. */
  readonly pool?: string;
  /** Which pool calls nodes of which type; default: the default pool calls all. */
  readonly pools?: ReadonlyMap<string, string>;
  /** Keeps the services of several installations on one Restate apart; default: none. */
  readonly namespace?: string;
  /** Public keys of the Restate servers that may call it; without one everybody may. */
  readonly identityKeys?: readonly string[];
  /** The address to answer on; default 127.0.0.1, and any free port. */
  readonly host?: string;
  readonly port?: number;
  /** No call of a node takes longer, unless the node's own timeout is longer; default: one hour. */
  readonly executionMaxMs?: number;
  /** A result that is larger fails its node; default: 16 MiB. */
  readonly resultMaxBytes?: number;
  /** How long calls in flight have to end when it is closed; default: eight seconds. */
  readonly closeMaxMs?: number;
}

export interface Worker {
  readonly port: number;
  /** The names of its services in Restate. */
  readonly services: readonly string[];
  /** Finishes the calls that it is given, and takes no others after them: it is about to be drained. */
  leave(): void;
  /** Refuses new calls, waits for those in flight, and ends. */
  close(): Promise<void>;
}
