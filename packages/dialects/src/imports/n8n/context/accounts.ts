// Accounts: which connection signs in for a credential of n8n
// A credential with OAuth 2 is an account of somebody, so it becomes a connection: whoever the run belongs to signs in. All credentials of
// one service are the same connection, as they are one account there; two of the same type are two accounts.
import type { Json } from '@skein/kernel';
import type { N8nCredential } from '../read/n8n-workflow.ts';
import type { Conversion } from './conversion.ts';
import type { NodeContext } from './node-context.ts';

const google = (name: string): readonly string[] => [`https://www.googleapis.com/auth/${name}`];

/** Presets of connections, each with what has to be asked for by type of credential. */
const services: Readonly<Record<string, Readonly<Record<string, readonly string[]>>>> = {
  google: {
    gmailOAuth2: ['https://mail.google.com/'],
    googleCalendarOAuth2Api: google('calendar'),
    googleDocsOAuth2Api: google('documents'),
    googleDriveOAuth2Api: google('drive'),
    googleSheetsOAuth2Api: google('spreadsheets'),
    youTubeOAuth2Api: google('youtube'),
  },
  microsoft: {
    microsoftExcelOAuth2Api: ['offline_access', 'Files.ReadWrite'],
    microsoftOneDriveOAuth2Api: ['offline_access', 'Files.ReadWrite.All'],
    microsoftOutlookOAuth2Api: ['offline_access', 'Mail.ReadWrite', 'Mail.Send'],
  },
  slack: { slackOAuth2Api: ['chat:write'] },
  github: { githubOAuth2Api: ['repo'] },
  notion: {},
  hubspot: {},
  salesforce: {},
  linear: {},
  dropbox: {},
};

/** Whether a type of credential is an account of somebody. */
export function isAccount(type: string): boolean {
  return /OAuth2(?:Api)?$/i.test(type);
}

/** `auth` of a request for a credential that is an account; null where it is a key or a password, which is a secret. */
export function signInBy(
  { conversion, node, lose }: NodeContext,
  credential: N8nCredential,
): { readonly auth: Json } | null {
  const { type, name } = credential;
  if (!isAccount(type)) return null;
  const service = serviceOf(credential);
  const connection = connectionFor(conversion, credential, service);
  lose({
    kind: 'credential',
    message: `"${node.name}" signs in with the credential "${name}"; here whoever the run belongs to signs in to the connection ${connection}.`,
    hint: setUp(connection, service, type),
  });
  return { auth: { connection } };
}

function setUp(connection: string, service: string, type: string): string {
  if (!Object.hasOwn(services, service))
    return `Set the connection ${connection} up in the settings of the studio, with the addresses of the service (docs/connections.md).`;
  const asked = (services[service]?.[type] ?? []).map((scope) => ` --scope ${scope}`).join('');
  return `skein connections set ${connection} --preset ${service} --client-id ID${asked}`;
}

/** `gmailOAuth2` and `googleDriveOAuth2Api` are Google; what no name tells is named after the credential. */
function serviceOf({ type, name }: N8nCredential): string {
  if (/^(?:google|gmail|youTube|gSuite)/.test(type)) return 'google';
  if (type.startsWith('microsoft')) return 'microsoft';
  const word = type.replace(/OAuth2(?:Api)?$/i, '');
  const plain = (word === '' || word === 'o' ? name : word)
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-+|-+$/g, '')
    .slice(0, 50);
  return plain === '' ? 'account' : plain;
}

function connectionFor(
  { accounts }: Conversion,
  { type, name }: N8nCredential,
  service: string,
): string {
  const known = accounts.get(type) ?? [];
  const names = known.includes(name) ? known : [...known, name];
  accounts.set(type, names);
  const place = names.indexOf(name);
  return place === 0 ? service : `${service}-${place + 1}`;
}
