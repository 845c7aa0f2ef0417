import type { AnswerOf, CheckedRequest, RouteName } from '@skein/api';
import type { Identity } from '../identity/identity.ts';
import type { Services } from './services.ts';

/** A request that fits its route, from somebody who may make it. */
export interface Asked<Name extends RouteName> extends CheckedRequest<Name> {
  readonly identity: Identity;
  readonly services: Services;
  /** Aborted when the caller has gone. */
  readonly signal: AbortSignal;
  readonly request: Request;
  /** The body as it came, for routes that read it themselves. */
  readonly text: string;
  /** Whether the caller came over HTTPS, as far as can be seen. */
  readonly isSecure: boolean;
  /** Tears the connection down. */
  readonly disconnect: () => void;
}

export interface Reply<Name extends RouteName> {
  /** Default: the first of the route. */
  readonly status?: number;
  readonly headers?: { readonly [name: string]: string };
  readonly body: AnswerOf<Name>;
}

export type Handler<Name extends RouteName> = (
  asked: Asked<Name>,
) => Promise<Reply<Name> | Response> | Reply<Name> | Response;

/** One for every route: the compiler says which is missing. */
export type Handlers = { readonly [Name in RouteName]: Handler<Name> };
