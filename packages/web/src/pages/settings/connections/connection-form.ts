// What people fill in, as texts, and the request that it makes.
import type { Connection, ConnectionBody } from '../../../data/settings/connections.ts';

export interface ConnectionForm {
  readonly name: string;
  readonly preset: string;
  readonly mcp: string;
  readonly issuer: string;
  readonly hosts: string;
  readonly clientId: string;
  readonly clientSecret: string;
  readonly scopes: string;
}

/** No preset has this id. */
export const otherService = '(other)';
export const mcpService = '(mcp)';

export function formOf(connection: Connection | undefined): ConnectionForm {
  return {
    name: connection?.name ?? '',
    preset: connection === undefined ? 'google' : serviceOf(connection),
    mcp: connection?.mcp ?? '',
    issuer: connection?.issuer ?? '',
    hosts: connection?.hosts.join(' ') ?? '',
    clientId: connection?.clientId ?? '',
    clientSecret: '',
    scopes: connection?.scopes.join(' ') ?? '',
  };
}

function serviceOf({ preset, mcp }: Connection): string {
  return preset ?? (mcp === null ? otherService : mcpService);
}

export function bodyOf(form: ConnectionForm): ConnectionBody {
  const scopes = words(form.scopes);
  const body: ConnectionBody = {};
  if (form.clientId.trim() !== '') body.clientId = form.clientId.trim();
  if (form.preset === mcpService) body.mcp = form.mcp.trim();
  else if (form.preset === otherService) {
    body.issuer = form.issuer.trim();
    body.hosts = words(form.hosts);
  } else body.preset = form.preset;
  if (form.clientSecret !== '') body.clientSecret = form.clientSecret;
  if (scopes.length > 0) body.scopes = scopes;
  return body;
}

function words(text: string): string[] {
  return text.split(/[\s,]+/).filter((word) => word !== '');
}
