// What a request through one of the doors works with.
import type { Engine } from '@skein/engine';
import type { HostThreads } from '../../host/threads.ts';
import type { Identity } from '../../identity/identity.ts';
import type { StreamOptions } from '../runs/event-stream.ts';
import { canAnswer, type AnswerServices } from '../waits/answer-as.ts';
import type { AskedWait } from './facts/fact.ts';

export interface DoorServices extends Omit<AnswerServices, 'engine'> {
  readonly engine: Engine;
  readonly threads: Pick<HostThreads, 'agents'>;
  readonly streams: StreamOptions;
  readonly closing: AbortSignal;
  readonly onBug: (error: unknown, reference: string) => void;
}

export interface DoorCall extends DoorServices {
  readonly identity: Identity;
  /** Aborted when the caller has gone, and when the server is being stopped. */
  readonly signal: AbortSignal;
  readonly onFault: (error: unknown) => void;
  /** Whether an answer of the caller would be taken. */
  readonly canAnswer: (wait: Pick<AskedWait, 'who'>) => boolean;
}

export function doorCall(
  services: DoorServices,
  identity: Identity,
  signal: AbortSignal,
): DoorCall {
  const { engine, threads, records, clock, newId, streams, closing, onBug } = services;
  return {
    engine,
    threads,
    records,
    clock,
    newId,
    streams,
    closing,
    onBug,
    identity,
    signal: AbortSignal.any([signal, closing]),
    onFault: (error) => onBug(error, 'a stream of another protocol'),
    canAnswer: (wait) => canAnswer(identity, wait),
  };
}
