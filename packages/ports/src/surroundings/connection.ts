// The connection port
// Accounts at other services that people have signed in to. A workflow names a connection; whose account is meant is decided by whose run
// it is, never by the workflow. Tokens go to the hosts of the connection and nowhere else: no journal, log, prompt, export or error
// holds them.

export interface ConnectionSource {
  /** What the runs of this user may send along now; a token that is about to expire is renewed first. */
  access(connection: string, about: AskedAccess): Promise<ConnectionAccess>;
}

export interface AskedAccess {
  /** Absent for runs that belong to nobody: they have the account of nobody. */
  readonly user?: string | undefined;
  /** The token that the service has just refused: another one is wanted, whatever its time says. */
  readonly refused?: string | undefined;
  /** Scopes that the service wants beyond those of the refused token: the same token comes back where asking for them does not help. */
  readonly wanted?: string | undefined;
}

export type ConnectionAccess =
  | {
      readonly state: 'ready';
      readonly token: string;
      /** Where it may go: host names, with or without a port; `*.example.com` for all below it. */
      readonly hosts: readonly string[];
    }
  /** Nobody has signed in, or the service no longer takes the tokens: a person has to, at this address. */
  | { readonly state: 'sign-in'; readonly url: string; readonly why: string }
  | { readonly state: 'unknown'; readonly known: readonly string[] };
