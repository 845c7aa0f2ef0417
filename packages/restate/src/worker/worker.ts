// A worker
// A process that Restate calls: it handles messages of runs and calls nodes. It is stateless; any number of them may serve
// one address.
import type { EngineOptions } from '@skein/engine';

export interface WorkerOptions {
  readonly engine: Omit<EngineOptions, 'host' | 'durable'>;
  /** The address of Restate's ingress, or several separated by commas. */
  readonly ingressUrl: string;
  /** The pool that it belongs to; only workers of the default pool handle messages of runs. */
  readonly pool?: string;
  /** Which pool calls nodes of which type; default: the default pool calls all. */
  readonly pools?: ReadonlyMap<string, string>;
  /** Separates the services of several installations on one Restate; default: none. */
  readonly namespace?: string;
  /** Public keys of the Restate servers that may call it; without one anybody may. */
  readonly identityKeys?: readonly string[];
  /** The address to listen on; default 127.0.0.1, and any free port. */
  readonly host?: string;
  readonly port?: number;
  /** The time limit of a node's call, unless the node's own timeout is longer; default: one hour. */
  readonly executionMaxMs?: number;
  /** A larger result fails its node; default: 16 MiB. */
  readonly resultMaxBytes?: number;
  /** The drain period for calls in flight when it is closed; default: eight seconds. */
  readonly closeMaxMs?: number;
}

export interface Worker {
  readonly port: number;
  /** The names of its services in Restate. */
  readonly services: readonly string[];
  /** Finishes its current calls, and accepts no others after them: it is about to be drained. */
  leave(): void;
  /**
   * Refuses new calls, waits for those in flight, for at most `limitMs` (`closeMaxMs`), and ends. False when some had not ended by then:
   * Restate calls them again. Closing it again with less time shortens that.
   */
  close(limitMs?: number): Promise<boolean>;
}
