// What people fill in, as texts, and the request that it makes.
import type { Connection, ConnectionBody } from '../../../data/settings/connections.ts';

export interface ConnectionForm {
  readonly name: string;
  readonly preset: string;
  readonly issuer: string;
  readonly hosts: string;
  readonly clientId: string;
  readonly clientSecret: string;
  readonly scopes: string;
}

/** No preset has this id. */
export const otherService = '(other)';

export function formOf(connection: Connection | undefined): ConnectionForm {
  return {
    name: connection?.name ?? '',
    preset: connection === undefined ? 'google' : (connection.preset ?? otherService),
    issuer: connection?.issuer ?? '',
    hosts: connection?.hosts.join(' ') ?? '',
    clientId: connection?.clientId ?? '',
    clientSecret: '',
    scopes: connection?.scopes.join(' ') ?? '',
  };
}

export function bodyOf(form: ConnectionForm): ConnectionBody {
  const scopes = words(form.scopes);
  const body: ConnectionBody = { clientId: form.clientId.trim() };
  if (form.preset === otherService) {
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
