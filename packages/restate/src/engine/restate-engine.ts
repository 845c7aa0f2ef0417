import { createEngine, type Engine, type EngineOptions } from '@skein/engine';
import { ingress } from '../clients/ingress.ts';
import { serviceNames } from '../messages/names.ts';
import { restateHost } from './restate-host.ts';

export interface RestateEngineOptions {
  readonly engine: Omit<EngineOptions, 'host' | 'durable'>;
  /** The address of Restate's ingress. */
  readonly ingressUrl: string;
  readonly namespace?: string;
}

/** An engine whose runs are on Restate: it reads them from the store, and forwards commands for them. */
export function createRestateEngine(options: RestateEngineOptions): Promise<Engine> {
  const { engine, ingressUrl, namespace } = options;
  const host = restateHost(ingress(ingressUrl, serviceNames(namespace).flow));
  return createEngine({ ...engine, host, durable: { recovers: false } });
}
