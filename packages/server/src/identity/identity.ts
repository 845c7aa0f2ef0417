// Who asks
// I1. Every record belongs to one user. Records of the local user have no owner in the store, like those of the command line.
// I2. A record of another user looks like one that does not exist.
import { hasScope, scopes, type RunId, type Scope } from '@skein/api';
import { EngineError } from '@skein/ports';

export interface Identity {
  /** As people and audit entries know them. */
  readonly user: string;
  /** As stored: "" for the local user (I1). */
  readonly owner: string;
  readonly scopes: readonly Scope[];
  /** Of the identity provider. */
  readonly groups: readonly string[];
  /** Of the key that was used. */
  readonly roles: readonly string[];
  readonly via: 'local' | 'key' | 'session' | 'token' | 'run';
  /** The id of the key that was used. */
  readonly key: string | null;
  /** What people call that key: those who share a user are told apart by it. */
  readonly keyName?: string;
  /** The id of the browser's session, which came from that key. */
  readonly session?: string;
  /** The run whose node or tool makes the request, as the engine that sends it says. */
  readonly caller?: RunId;
  /** The caller was called by this run, and may see its outputs and nothing else. */
  readonly run?: RunId;
}

const localUser = 'local';

export const localIdentity: Identity = {
  user: localUser,
  owner: '',
  scopes,
  groups: [],
  roles: [],
  via: 'local',
  key: null,
};

/** The name under which a user's records are stored. */
export function ownerOf(user: string): string {
  return user === localUser ? '' : user;
}

/** The inverse of `ownerOf`. */
export function userOf(owner: string): string {
  return owner === '' ? localUser : owner;
}

/** For calls that take no user instead of the empty one. */
export function whose({ owner }: Identity): { readonly user?: string } {
  return owner === '' ? {} : { user: owner };
}

export function isOwn(
  { owner }: Pick<Identity, 'owner'>,
  record: { readonly user?: string },
): boolean {
  return (record.user ?? '') === owner;
}

/** Throws NOT_ALLOWED for everybody but the server's own user: what all users share is the operator's to change. */
export function checkOperator({ owner }: Identity): void {
  if (owner === '') return;
  throw new EngineError('NOT_ALLOWED', {
    what: 'do this: only the server\'s own user, "local", may change its settings',
  });
}

/** Throws NOT_ALLOWED. */
export function checkScope(identity: Pick<Identity, 'scopes'>, needed: Scope): void {
  if (hasScope(identity.scopes, needed)) return;
  throw new EngineError('NOT_ALLOWED', { what: `do this: it needs the scope "${needed}"` });
}
