// The apps whose operations become requests
// What signs in is filled in by a person: an account of the connection, or the secret of a bot or a token.
import type { Json } from '@skein/kernel';
import { isAccount, signInBy } from '../context/accounts.ts';
import { secretFor } from '../context/conversion.ts';
import { eachOver, eachSetting, itemsOf, withItems } from '../context/list-nodes.ts';
import { rememberingNode, withFiles } from '../context/item-files.ts';
import type { NodeContext } from '../context/node-context.ts';
import { chainOf, type NativeNode, type Piece } from '../context/piece.ts';
import { airtable } from './airtable.ts';
import type { App, AppRequest } from './app-request.ts';
import { gmail, gmailPiece } from './gmail.ts';
import { googleCalendar } from './google-calendar.ts';
import { googleDrive } from './google-drive.ts';
import { googleSheets, writeRows, type SheetOperation } from './google-sheets.ts';
import { notion } from './notion.ts';
import { slack } from './slack.ts';
import { telegram } from './telegram.ts';

export type AppName =
  | 'airtable'
  | 'gmail'
  | 'googleCalendar'
  | 'googleDrive'
  | 'googleSheets'
  | 'notion'
  | 'slack'
  | 'telegram';

const apps: Readonly<Record<AppName, App>> = {
  airtable,
  gmail,
  googleCalendar,
  googleDrive,
  googleSheets,
  notion,
  slack,
  telegram,
};

function nameOf({ node }: NodeContext): AppName | null {
  const name = node.type.replace(/Tool$/, '');
  // A key of the table.
  return Object.hasOwn(apps, name) ? (name as AppName) : null;
}

/** Resource and operation, with what the app takes where the file names none; null for a node that is no such app. */
function operationOf(
  context: NodeContext,
): { readonly resource: string; readonly operation: string } | null {
  const name = nameOf(context);
  if (name === null) return null;
  const app = apps[name];
  const resource = context.choice(['resource'], app.resource);
  return { resource, operation: context.choice(['operation'], app.defaults[resource] ?? '') };
}

/** What an app takes where the file names no resource or operation, since n8n leaves out what is the default. */
export function appDefaults(name: string): Pick<App, 'resource' | 'defaults'> | null {
  if (name === 'postgres') return { resource: '', defaults: { '': 'insert' } };
  if (name === 'emailSend') return { resource: 'email', defaults: { email: 'send' } };
  // A key of the table.
  return Object.hasOwn(apps, name) ? apps[name as AppName] : null;
}

/** The request of a node or of a tool, without what signs in; null where it has none of its own. */
function requestOf(context: NodeContext): AppRequest | null {
  const name = nameOf(context);
  const asked = operationOf(context);
  if (name === null || asked === null) return null;
  const { operations } = apps[name];
  const key = `${asked.resource}/${asked.operation}`;
  return Object.hasOwn(operations, key) ? (operations[key]?.(context) ?? null) : null;
}

/** The nodes that do what an app did; null where someone has to bind a tool. */
export function appPiece(context: NodeContext): Piece | null {
  const name = nameOf(context);
  if (name === null) return null;
  const several = severalRequests(context, name);
  if (several !== null) return several;
  const request = requestOf(context);
  if (request === null) return null;
  const config = { ...request.config, ...signIn(context, name) };
  if (request.file !== undefined) return downloadPiece(context, config, request.file);
  const result = request.result ?? itemsOf('previous', 'entry');
  const piece = withItems(context, { type: 'http', config, concurrency: 5 }, result);
  return request.read === undefined ? piece : withReader(context, piece, request.read);
}

/** The items that came, each with the file that was downloaded for it. */
function downloadPiece(context: NodeContext, config: NativeNode['config'], name: Json): Piece {
  const given = rememberingNode(context);
  const result = withFiles(context, { before: given.id, name });
  const [request, ...behind] = withItems(
    context,
    { type: 'http', config, concurrency: 5 },
    result,
  ).nodes;
  const each = eachOver(request?.settings['each'] ?? '', '${previous}');
  // A piece has a node.
  const asking = request as NativeNode;
  return chainOf([given, { ...asking, settings: { ...asking.settings, each } }, ...behind]);
}

/** A tool of an agent that is a request; null where someone has to bind it. */
export function appTool(context: NodeContext): NativeNode['config'] | null {
  const name = nameOf(context);
  const request = requestOf(context);
  if (name === null || request === null) return null;
  const { pagination: _, ...config } = request.config;
  return { ...config, ...signIn(context, name) };
}

/** Where one request is not enough. */
function severalRequests(context: NodeContext, name: AppName): Piece | null {
  if (name === 'googleSheets') return sheetPiece(context);
  const asked = operationOf(context);
  if (name !== 'gmail' || asked === null) return null;
  const key = `${asked.resource}/${asked.operation}`;
  return gmailPiece(context, key, () => signIn(context, name));
}

function sheetPiece(context: NodeContext): Piece | null {
  const operation = operationOf(context)?.operation;
  const known: readonly string[] = [
    'append',
    'update',
    'appendOrUpdate',
  ] satisfies SheetOperation[];
  if (operation === undefined || !known.includes(operation)) return null;
  // One of the list.
  return writeRows(context, operation as SheetOperation, () => signIn(context, 'googleSheets'));
}

/** Code that reads each answer stands between the request and the items. */
function withReader(context: NodeContext, { nodes }: Piece, code: string): Piece {
  const [request, ...behind] = nodes;
  const reader: NativeNode = {
    id: context.extraId('read'),
    type: 'code',
    name: `${context.node.name}: answer`,
    config: {
      code:
        context.node.onError === 'stop'
          ? code
          : `if (item?.error?.code !== undefined) return item;\n${code}`,
    },
    settings: { each: eachOver(eachSetting(context), '${previous}') },
  };
  // A piece has a node.
  return chainOf([request as NativeNode, reader, ...behind]);
}

/** Named after the credential of the file; who signs in, or what the secret is, is up to a person. */
function signIn(context: NodeContext, name: AppName): { readonly auth: Json } {
  const { node, conversion, lose } = context;
  const { title, hosts, credential: usual } = apps[name];
  const usualType = usual(context);
  const [held] = node.credentials;
  const credential = {
    // What is an account here is one for every credential: a service account of Google too.
    type: isAccount(usualType) ? usualType : (held?.type ?? usualType),
    name: held?.name ?? `${title} account`,
  };
  const account = signInBy(context, credential);
  if (account !== null) return account;
  const secret = secretFor(conversion, credential.name);
  const what = name === 'telegram' ? 'the token of the bot' : 'an access token';
  lose({
    kind: 'credential',
    message: `"${node.name}" is ${title}, with the credential "${credential.name}"; put ${what} in the secret ${secret}.`,
    hint: `skein secrets set ${secret} --host ${hosts.join(' --host ')}`,
  });
  return {
    auth: name === 'telegram' ? { path: { placeholder: 'token', secret } } : { bearer: secret },
  };
}
