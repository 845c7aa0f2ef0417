// What is known of the service of a connection: its preset, its own description at its issuer, and what the operator has set.
import type { JsonObject } from '@skein/api';
import { connectionPresets, type ClientAuthentication, type ConnectionPreset } from './presets.ts';

/** As the operator sets it; the secret of the client is sealed with it. */
export interface ConnectionSettings {
  readonly preset?: string;
  /** The address of an MCP server: it says who its authorization server is, and a client is registered there. */
  readonly mcp?: string;
  /** Its addresses are read from there, unless they are given. */
  readonly issuer?: string;
  readonly authorizationUrl?: string;
  readonly tokenUrl?: string;
  readonly revocationUrl?: string;
  /** Optional for an MCP server. */
  readonly clientId?: string;
  readonly clientSecret?: string;
  readonly clientAuth?: ClientAuthentication;
  readonly scopes?: readonly string[];
  readonly hosts?: readonly string[];
  readonly parameters?: Readonly<Record<string, string>>;
  /** Of Microsoft; default `common`. */
  readonly tenant?: string;
  readonly probe?: string;
}

export interface Connection {
  readonly id: string;
  readonly preset: string | undefined;
  /** Of the service. */
  readonly name: string;
  readonly mcp: string | undefined;
  readonly issuer: string | undefined;
  /** Undefined: the issuer says it. */
  readonly authorizationUrl: string | undefined;
  readonly tokenUrl: string | undefined;
  readonly revocationUrl: string | undefined;
  /** Empty: one is registered for each user. */
  readonly clientId: string;
  readonly clientSecret: string | undefined;
  readonly clientAuth: ClientAuthentication;
  readonly scopes: readonly string[];
  readonly hosts: readonly string[];
  readonly parameters: Readonly<Record<string, string>>;
  readonly probe: string | undefined;
  /** Why nobody can sign in to it, or be renewed: its client secret is not where the configuration says. */
  readonly problem: string | undefined;
  /** Set for one of the configuration: which service and client it is. */
  readonly configured: string | undefined;
  /** What the service does in its own way. */
  readonly ways: ServiceWays;
}

type ServiceWays = Pick<
  ConnectionPreset,
  'scopeParameter' | 'scopeSeparator' | 'tokensAt' | 'hasNoPkce' | 'probeHeaders'
>;

function readConnection(id: string, settings: ConnectionSettings): Connection {
  const { preset: named, tenant = 'common', clientId = '', clientSecret, mcp } = settings;
  const preset = presetOf(settings);
  const inTenant = (url: string | undefined) => url?.replaceAll('{tenant}', () => tenant);
  const usualAuth = clientSecret === undefined ? 'none' : 'post';
  return {
    id,
    preset: named,
    name: preset?.name ?? id,
    mcp,
    issuer: inTenant(settings.issuer ?? preset?.issuer),
    authorizationUrl: inTenant(settings.authorizationUrl ?? preset?.authorizationUrl),
    tokenUrl: inTenant(settings.tokenUrl ?? preset?.tokenUrl),
    revocationUrl: settings.revocationUrl ?? preset?.revocationUrl,
    clientId,
    clientSecret,
    clientAuth: settings.clientAuth ?? preset?.clientAuth ?? usualAuth,
    scopes: settings.scopes ?? preset?.scopes ?? [],
    hosts: settings.hosts ?? preset?.hosts ?? (mcp === undefined ? [] : [new URL(mcp).host]),
    parameters: { ...preset?.parameters, ...settings.parameters },
    probe: settings.probe ?? preset?.probe,
    configured: undefined,
    problem: undefined,
    ways: preset ?? {},
  };
}

function presetOf({ preset }: Pick<ConnectionSettings, 'preset'>): ConnectionPreset | undefined {
  return preset === undefined ? undefined : connectionPresets[preset];
}

/** Why such a connection could not be used; null when it can. */
export function settingsFault(settings: ConnectionSettings): string | null {
  const { preset, hosts = [] } = settings;
  if (preset !== undefined && connectionPresets[preset] === undefined)
    return `there is no preset "${preset}". Known: ${Object.keys(connectionPresets).join(', ')}`;
  const { issuer, authorizationUrl, tokenUrl, mcp } = settings;
  const others = [preset, issuer, authorizationUrl, tokenUrl];
  if (mcp !== undefined) {
    if (others.some((each) => each !== undefined))
      return 'an MCP server ("mcp") says itself where people sign in: leave "preset", "issuer" and the addresses out';
    return isSafe(mcp) ? null : `"${mcp}" is not an https address`;
  }
  if (settings.clientId === undefined) return 'it needs a "clientId"';
  const hasAddresses = authorizationUrl !== undefined && tokenUrl !== undefined;
  if (preset === undefined && issuer === undefined && !hasAddresses)
    return 'it needs a "preset", an "issuer", the address of an MCP server ("mcp"), or "authorizationUrl" and "tokenUrl"';
  if (preset === undefined && hosts.length === 0)
    return 'it needs "hosts": where tokens may be sent';
  for (const url of [issuer, authorizationUrl, tokenUrl, settings.revocationUrl, settings.probe])
    if (url !== undefined && !isSafe(url)) return `"${url}" is not an https address`;
  return null;
}

/** Tokens and secrets go there. On this machine nobody listens in between. */
export function isSafe(url: string): boolean {
  if (!URL.canParse(url)) return false;
  const { protocol, hostname } = new URL(url);
  return protocol === 'https:' || (protocol === 'http:' && isLoopback(hostname));
}

export function isLoopback(hostname: string): boolean {
  return hostname === 'localhost' || hostname === '[::1]' || /^127(?:\.\d{1,3}){3}$/.test(hostname);
}

export function storedConnection(id: string, stored: JsonObject): Connection {
  // It came from a request that was checked against its schema.
  return readConnection(id, stored as unknown as ConnectionSettings);
}

/** Those of the configuration; the secret of a client is read when it is used, and says why when it is not there. */
export type ConfiguredConnections = ReadonlyMap<
  string,
  Omit<ConnectionSettings, 'clientSecret'> & {
    /** `host`: where it will be sent. */
    readonly clientSecret?: (host: string) => Promise<string>;
  }
>;

export async function configuredConnection(
  id: string,
  given: ConfiguredConnections,
): Promise<Connection | undefined> {
  const found = given.get(id);
  if (found === undefined) return undefined;
  const { clientSecret: read, ...settings } = found;
  const connection = readConnection(id, settings);
  const { issuer, authorizationUrl, tokenUrl, mcp, clientId, hosts } = connection;
  const { hostname } = new URL(tokenUrl ?? issuer ?? mcp ?? 'https://unknown.invalid');
  const { clientSecret, problem } = await secretIn(read?.(hostname));
  // Whoever edits the file ends no sign-ins: tokens of one service must not be sent to another all the same.
  const configured = JSON.stringify([issuer, authorizationUrl, tokenUrl, mcp, clientId, hosts]);
  const usualAuth = clientSecret === undefined ? 'none' : 'post';
  const clientAuth = settings.clientAuth ?? presetOf(settings)?.clientAuth ?? usualAuth;
  return { ...connection, configured, clientSecret, clientAuth, problem };
}

/** One that is missing must not hide the other connections, nor a token that is still good. */
async function secretIn(
  reading: Promise<string> | undefined,
): Promise<Pick<Connection, 'clientSecret' | 'problem'>> {
  try {
    return { clientSecret: await reading, problem: undefined };
  } catch (error) {
    return { clientSecret: undefined, problem: error instanceof Error ? error.message : '' };
  }
}
