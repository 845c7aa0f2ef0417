// Services that many have accounts at
// What is the same for everybody, as data: addresses, the hosts that tokens may go to, what must be asked for so that access lasts, and a
// request that shows whether a token works. Client and scopes are the operator's own.

export interface ConnectionPreset {
  /** What people know it by. */
  readonly name: string;
  /** Where a client is registered, for whoever sets the connection up. */
  readonly console: string;
  /** As it may name itself in answers to a sign-in; default: the origin of `authorizationUrl`. */
  readonly issuer?: string;
  /** `{tenant}` is the tenant of the connection. */
  readonly authorizationUrl: string;
  readonly tokenUrl: string;
  readonly revocationUrl?: string;
  /** How the client shows who it is to the token endpoint; default: in the body. */
  readonly clientAuth?: ClientAuthentication;
  readonly hosts: readonly string[];
  /** Enough to test the connection; the operator names what workflows need. */
  readonly scopes: readonly string[];
  /** The scopes are sent under this name; default `scope`. */
  readonly scopeParameter?: string;
  /** Default: a space. */
  readonly scopeSeparator?: string;
  /** Sent along with every sign-in. */
  readonly parameters?: Readonly<Record<string, string>>;
  /** A GET request that answers with 2xx when a token works. */
  readonly probe?: string;
  readonly probeHeaders?: Readonly<Record<string, string>>;
  /** Proof keys are not understood there. */
  readonly hasNoPkce?: true;
  /** Where its tokens are inside the response of the token endpoint, if not at the top. */
  readonly tokensAt?: string;
}

export type ClientAuthentication = 'basic' | 'post' | 'none';

export const connectionPresets: { readonly [id: string]: ConnectionPreset } = {
  google: {
    name: 'Google',
    console: 'https://console.cloud.google.com/apis/credentials',
    issuer: 'https://accounts.google.com',
    authorizationUrl: 'https://accounts.google.com/o/oauth2/v2/auth',
    tokenUrl: 'https://oauth2.googleapis.com/token',
    revocationUrl: 'https://oauth2.googleapis.com/revoke',
    hosts: ['*.googleapis.com'],
    scopes: ['https://www.googleapis.com/auth/userinfo.email'],
    // Without these two there is no refresh token, or only at the first sign-in.
    parameters: { access_type: 'offline', prompt: 'consent' },
    probe: 'https://www.googleapis.com/oauth2/v3/userinfo',
  },
  microsoft: {
    name: 'Microsoft',
    console: 'https://entra.microsoft.com/#view/Microsoft_AAD_RegisteredApps',
    issuer: 'https://login.microsoftonline.com/{tenant}/v2.0',
    authorizationUrl: 'https://login.microsoftonline.com/{tenant}/oauth2/v2.0/authorize',
    tokenUrl: 'https://login.microsoftonline.com/{tenant}/oauth2/v2.0/token',
    hosts: ['graph.microsoft.com'],
    scopes: ['offline_access', 'User.Read'],
    probe: 'https://graph.microsoft.com/v1.0/me',
  },
  slack: {
    name: 'Slack',
    console: 'https://api.slack.com/apps',
    authorizationUrl: 'https://slack.com/oauth/v2/authorize',
    tokenUrl: 'https://slack.com/api/oauth.v2.access',
    revocationUrl: 'https://slack.com/api/auth.revoke',
    hosts: ['slack.com', 'files.slack.com'],
    scopes: ['users:read'],
    // The account of the person, and not that of a bot.
    scopeParameter: 'user_scope',
    scopeSeparator: ',',
    tokensAt: 'authed_user',
    probe: 'https://slack.com/api/auth.test',
    hasNoPkce: true,
  },
  github: {
    name: 'GitHub',
    console: 'https://github.com/settings/developers',
    issuer: 'https://github.com/login/oauth',
    authorizationUrl: 'https://github.com/login/oauth/authorize',
    tokenUrl: 'https://github.com/login/oauth/access_token',
    hosts: ['api.github.com', 'uploads.github.com'],
    scopes: ['read:user'],
    probe: 'https://api.github.com/user',
  },
  notion: {
    name: 'Notion',
    console: 'https://www.notion.so/my-integrations',
    authorizationUrl: 'https://api.notion.com/v1/oauth/authorize',
    tokenUrl: 'https://api.notion.com/v1/oauth/token',
    revocationUrl: 'https://api.notion.com/v1/oauth/revoke',
    clientAuth: 'basic',
    hosts: ['api.notion.com'],
    scopes: [],
    parameters: { owner: 'user' },
    probe: 'https://api.notion.com/v1/users/me',
    probeHeaders: { 'notion-version': '2022-06-28' },
    hasNoPkce: true,
  },
  hubspot: {
    name: 'HubSpot',
    console: 'https://developers.hubspot.com',
    authorizationUrl: 'https://app.hubspot.com/oauth/authorize',
    tokenUrl: 'https://api.hubapi.com/oauth/v1/token',
    hosts: ['api.hubapi.com'],
    scopes: ['oauth'],
    probe: 'https://api.hubapi.com/integrations/v1/me',
    hasNoPkce: true,
  },
  salesforce: {
    name: 'Salesforce',
    console: 'https://login.salesforce.com',
    issuer: 'https://login.salesforce.com',
    authorizationUrl: 'https://login.salesforce.com/services/oauth2/authorize',
    tokenUrl: 'https://login.salesforce.com/services/oauth2/token',
    revocationUrl: 'https://login.salesforce.com/services/oauth2/revoke',
    hosts: ['*.my.salesforce.com', 'login.salesforce.com'],
    scopes: ['api', 'refresh_token'],
    probe: 'https://login.salesforce.com/services/oauth2/userinfo',
  },
  atlassian: {
    name: 'Atlassian',
    console: 'https://developer.atlassian.com/console/myapps',
    authorizationUrl: 'https://auth.atlassian.com/authorize',
    tokenUrl: 'https://auth.atlassian.com/oauth/token',
    hosts: ['api.atlassian.com'],
    scopes: ['offline_access', 'read:me'],
    parameters: { audience: 'api.atlassian.com', prompt: 'consent' },
    probe: 'https://api.atlassian.com/me',
  },
  linear: {
    name: 'Linear',
    console: 'https://linear.app/settings/api',
    authorizationUrl: 'https://linear.app/oauth/authorize',
    tokenUrl: 'https://api.linear.app/oauth/token',
    revocationUrl: 'https://api.linear.app/oauth/revoke',
    hosts: ['api.linear.app'],
    scopes: ['read'],
    scopeSeparator: ',',
  },
  dropbox: {
    name: 'Dropbox',
    console: 'https://www.dropbox.com/developers/apps',
    authorizationUrl: 'https://www.dropbox.com/oauth2/authorize',
    tokenUrl: 'https://api.dropboxapi.com/oauth2/token',
    hosts: ['api.dropboxapi.com', 'content.dropboxapi.com'],
    scopes: ['account_info.read'],
    parameters: { token_access_type: 'offline' },
  },
};
