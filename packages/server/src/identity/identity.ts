// Who asks
// I1. Every row belongs to one user. Rows of the local user belong to nobody in the store, as those that the command line makes.
// I2. What belongs to another user looks like what is not there.
import { scopes, type Scope } from '@skein/api';
import { EngineError } from '@skein/ports';

export interface Identity {
  /** As people and audit entries know them. */
  readonly user: string;
  /** As the store knows them: "" for the local user (I1). */
  readonly owner: string;
  readonly scopes: readonly Scope[];
  readonly via: 'local' | 'key' | 'session' | 'token';
  /** The id of the key that was used. */
  readonly key: string | null;
}

const localUser = 'local';

export const localIdentity: Identity = {
  user: localUser,
  owner: '',
  scopes,
  via: 'local',
  key: null,
};

/** The name under which the rows of a user are stored. */
export function ownerOf(user: string): string {
  return user === localUser ? '' : user;
}

/** The other way round. */
export function userOf(owner: string): string {
  return owner === '' ? localUser : owner;
}

/** For calls that take no user at all instead of the empty one. */
export function whose({ owner }: Identity): { readonly user?: string } {
  return owner === '' ? {} : { user: owner };
}

export function isOwn({ owner }: Identity, record: { readonly user?: string }): boolean {
  return (record.user ?? '') === owner;
}

/** Throws NOT_ALLOWED; each scope includes those before it. */
export function checkScope(identity: Identity, needed: Scope): void {
  const highest = Math.max(-1, ...identity.scopes.map((scope) => scopes.indexOf(scope)));
  if (highest >= scopes.indexOf(needed)) return;
  throw new EngineError('NOT_ALLOWED', { what: `do this: it needs the scope "${needed}"` });
}
