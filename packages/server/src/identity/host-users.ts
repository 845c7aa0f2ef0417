// Users of the host
// A server that is mounted in another program asks that program who the caller is, and knows no keys and no sessions of its own.
// H1. Nobody is let in by accident: no user, an empty name, or the plain name of the operator is nobody.
// H2. The token of a run, which this server made itself, still reads the outputs of that run.
import { scopes as allScopes, type Scope } from '@skein/api';
import { EngineError, type Awaitable } from '@skein/ports';
import type { Authenticator, ReadToken } from './authenticate.ts';
import { ownerOf, type Identity } from './identity.ts';
import { isRunToken } from './run-tokens.ts';

/** Who asks, as the host knows them: a name, or a name with what they may do. */
export type HostUser =
  | string
  | {
      readonly id: string;
      /** Sees what the program itself made (runs and workflows without a user), and changes what all users share; default: no. */
      readonly isOperator?: boolean;
      /** Default: all. */
      readonly scopes?: readonly Scope[];
      /** For waits that ask a group or a role. */
      readonly groups?: readonly string[];
      readonly roles?: readonly string[];
    };

/** Null for nobody: the caller then gets 401. */
export type FindUser = (request: Request) => Awaitable<HostUser | null | undefined>;

export function hostAuthenticator(findUser: FindUser, readRunToken: ReadToken): Authenticator {
  return {
    async identify(request) {
      const token = /^Bearer +(\S+)$/i.exec(request.headers.get('authorization') ?? '')?.[1] ?? '';
      const run = isRunToken(token) ? await readRunToken(token) : undefined;
      return run ?? identityOf((await findUser(request)) ?? '');
    },
    isOpen: async () => false,
    recheck() {},
  };
}

function identityOf(user: HostUser): Identity {
  const given = typeof user === 'string' ? { id: user } : user;
  const { id, isOperator = false, scopes = allScopes, groups = [], roles = [] } = given;
  if (id === '') throw unknown();
  // For those who write the application: its users cannot do anything about it.
  const hint = `In the application, \`user\` gave "${id}", which is the operator: return { id, isOperator: true } for them, and another id for others.`;
  if (ownerOf(id) === '' && !isOperator) throw unknown(hint);
  const owner = isOperator ? '' : id;
  return { user: id, owner, scopes, groups, roles, via: 'token', key: null };
}

function unknown(hint = 'Sign in to the application that this page is part of.'): EngineError {
  const reason = 'the application knows no user for this request.';
  return new EngineError('UNAUTHENTICATED', { reason }, { hint });
}
