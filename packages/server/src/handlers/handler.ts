import type { AnswerOf, CheckedRequest, Json, RouteGroups, RouteName } from '@skein/api';
import type { Identity } from '../identity/identity.ts';
import type { LiveReply } from '../values/live-reply.ts';
import type { OwnedRecords } from './owned-records.ts';
import type { Services } from './services.ts';

/** A request that matches its route, from a caller who may make it. */
export interface Asked<Name extends RouteName> extends CheckedRequest<Name> {
  readonly identity: Identity;
  /** The caller's own records that the path names. */
  readonly owned: OwnedRecords<Name>;
  readonly services: Services;
  /** Aborted when the caller has gone. */
  readonly signal: AbortSignal;
  readonly request: Request;
  /** The body as it came, for signatures and for routes that want a large one as text. */
  readonly bytes: Uint8Array;
  /** Whether a large body was not read: `body` is undefined. */
  readonly isUnread: boolean;
  /** The body as JSON, where it was not read: of signed requests, and of large ones to routes that take the text. */
  readonly readBody: () => Promise<Json>;
  /** Whether the caller came over HTTPS, as far as we can tell. */
  readonly isSecure: boolean;
  /** Throws when the caller's key was revoked meanwhile; for handlers that wait for something. */
  readonly checkAccess: () => void;
  /** Closes the connection. */
  readonly disconnect: () => void;
}

export interface Reply<Name extends RouteName> {
  /** Default: the first of the route. */
  readonly status?: number;
  readonly headers?: { readonly [name: string]: string };
  readonly body: AnswerOf<Name>;
}

type Answer<Name extends RouteName> = Reply<Name> | LiveReply | Response;

export type Handler<Name extends RouteName> = (
  asked: Asked<Name>,
) => Promise<Answer<Name>> | Answer<Name>;

/** One for every route: the compiler names the missing one. */
export type Handlers = { readonly [Name in RouteName]: Handler<Name> };

/** The handlers of a file of routes. */
export type HandlersOf<Group extends keyof RouteGroups> = Pick<Handlers, RouteGroups[Group]>;
