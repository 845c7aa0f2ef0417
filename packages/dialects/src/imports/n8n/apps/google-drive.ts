// Google Drive: files and folders of the API, version 3
import { isObject, type Json, type JsonObject } from '@skein/kernel';
import { fileTemplate } from '../context/item-files.ts';
import type { NodeContext } from '../context/node-context.ts';
import {
  address,
  chosen,
  given,
  isMissing,
  setsOnly,
  sure,
  type App,
  type AppOperation,
  type AppRequest,
} from './app-request.ts';

const FILES = 'https://www.googleapis.com/drive/v3/files';
const UPLOAD = 'https://www.googleapis.com/upload/drive/v3/files';
/** As n8n asks: shared drives too. */
const ANYWHERE = { supportsAllDrives: 'true' };

function file(context: NodeContext, key: string, path = ''): string | null {
  const id = chosen(context.raw(key));
  return isMissing(id) ? null : address(context, `${FILES}/`, { value: id }, path);
}

/** The folder that something is put into; the root is said by its name. */
function parents({ raw }: NodeContext): Json | undefined {
  const folder = chosen(raw('folderId'));
  return isMissing(folder) ? undefined : [folder];
}

const download: AppOperation = (context) => {
  const { raw } = context;
  const url = file(context, 'fileId');
  if (url === null || !setsOnly(context, ['fileId', 'options.binaryPropertyName'])) return null;
  const query = { alt: 'media', ...ANYWHERE };
  return {
    config: { url, method: 'GET', query, response: 'file' },
    file: raw('options', 'binaryPropertyName') ?? 'data',
  };
};

/** A change of what is known of a file. */
const change =
  (
    method: string,
    keys: readonly string[],
    json: (context: NodeContext) => JsonObject,
    path = '',
  ): AppOperation =>
  (context) => {
    const url = file(context, 'fileId', path);
    if (url === null || !setsOnly(context, ['fileId', 'driveId', 'sameFolder', ...keys]))
      return null;
    return { config: { url, method, query: ANYWHERE, body: { json: json(context) } } };
  };

const remove =
  (key: string): AppOperation =>
  (context) => {
    const url = file(context, key);
    if (url === null || !setsOnly(context, [key, 'options.deletePermanently'])) return null;
    if (context.raw('options', 'deletePermanently') === true)
      return { config: { url, method: 'DELETE', query: ANYWHERE } };
    return { config: { url, method: 'PATCH', query: ANYWHERE, body: { json: { trashed: true } } } };
  };

const createFolder: AppOperation = (context) => {
  if (!setsOnly(context, ['name', 'driveId', 'folderId'])) return null;
  const json = {
    mimeType: 'application/vnd.google-apps.folder',
    ...given(context, {
      name: context.raw('name') ?? 'Untitled',
      parents: parents(context),
    }),
  };
  return { config: { url: FILES, method: 'POST', query: ANYWHERE, body: { json } } };
};

/** Its bytes as they are, with what is known of it beside them. */
const upload: AppOperation = (context) => {
  const { raw } = context;
  if (context.node.version < 3) return null;
  const known = ['inputDataFieldName', 'name', 'driveId', 'folderId'];
  if (!setsOnly(context, [...known, 'options.simplifyOutput'])) return null;
  const file = fileTemplate(context, raw('inputDataFieldName'));
  const name = raw('name');
  const folder = parents(context);
  const own = `${file.slice(3, -2).trim()}["$file"].name`;
  const said = name === undefined || isMissing(name) ? own : sure(context, name);
  const into = folder === undefined ? '' : `, parents: ${context.expression(folder).text}`;
  return {
    config: {
      url: UPLOAD,
      method: 'POST',
      query: { uploadType: 'multipart', ...ANYWHERE },
      body: {
        multipart: {
          metadata: { value: `\${= json({ name: ${said}${into} }) }`, type: 'application/json' },
          file,
        },
      },
    },
  };
};

const createFromText: AppOperation = (context) => {
  const { raw } = context;
  if (!setsOnly(context, ['name', 'content', 'driveId', 'folderId'])) return null;
  const about = given(context, {
    name: raw('name') ?? 'Untitled',
    parents: parents(context),
  });
  const multipart = {
    metadata: {
      value: `\${= json(${context.expression(rawAbout(context)).text}) }`,
      type: 'application/json',
    },
    file: { value: context.template(raw('content') ?? ''), type: 'text/plain' },
  };
  return isObject(about)
    ? {
        config: {
          url: UPLOAD,
          method: 'POST',
          query: { uploadType: 'multipart', ...ANYWHERE },
          body: { multipart },
        },
      }
    : null;
};

function rawAbout(context: NodeContext): Json {
  const folder = parents(context);
  const name = context.raw('name') ?? 'Untitled';
  return folder === undefined ? { name } : { name, parents: folder };
}

function share(context: NodeContext): AppRequest | null {
  const value = context.raw('permissionsUi', 'permissionsValues');
  const url = file(context, 'fileId', '/permissions');
  if (url === null || !isObject(value) || !setsOnly(context, ['fileId', 'permissionsUi']))
    return null;
  const known = ['role', 'type', 'emailAddress', 'domain', 'allowFileDiscovery'];
  if (Object.keys(value).some((key) => !known.includes(key))) return null;
  return {
    config: { url, method: 'POST', query: ANYWHERE, body: { json: given(context, value) } },
  };
}

/** By the words of a name, or by a query of Drive. */
function search(context: NodeContext): AppRequest | null {
  const { raw, choice, template } = context;
  const known = [
    'searchMethod',
    'queryString',
    'returnAll',
    'limit',
    'filter.driveId',
    'filter.folderId',
    'filter.whatToSearch',
  ];
  if (!setsOnly(context, known)) return null;
  const words = raw('queryString') ?? '';
  const isQuery = choice(['searchMethod'], 'name') === 'query';
  if (isQuery && isMissing(words)) return null;
  const what = choice(['filter', 'whatToSearch'], 'all');
  const folder = chosen(raw('filter', 'folderId'));
  const quote = (value: Json) =>
    `"'" + text(${context.expression(value).text}).replaceAll("'", "\\\\'") + "'"`;
  const parts = [
    isMissing(words)
      ? null
      : isQuery
        ? `text(${context.expression(words).text})`
        : `"name contains " + ${quote(words)}`,
    isMissing(folder) ? null : `${quote(folder)} + " in parents"`,
    what === 'all'
      ? null
      : `"mimeType ${what === 'folders' ? '=' : '!='} 'application/vnd.google-apps.folder'"`,
    '"trashed = false"',
  ].filter((part) => part !== null);
  const query: { [key: string]: Json } = {
    q: `\${= [${parts.join(', ')}].join(" and ") }`,
    fields: 'nextPageToken, files(id, name)',
    includeItemsFromAllDrives: 'true',
    ...ANYWHERE,
  };
  const isAll = raw('returnAll') === true;
  if (!isAll) query['pageSize'] = template(raw('limit') ?? 50);
  const pages = { cursor: { path: 'nextPageToken', param: 'pageToken' }, items: 'files' };
  const config = { url: FILES, method: 'GET', query };
  return isAll
    ? { config: { ...config, pagination: pages }, result: 'previous.flatMap(entry => list(entry))' }
    : { config, result: 'previous.flatMap(entry => entry.files ?? [])' };
}

export const googleDrive: App = {
  title: 'Google Drive',
  hosts: ['www.googleapis.com'],
  credential: () => 'googleDriveOAuth2Api',
  resource: 'file',
  defaults: { file: 'upload', folder: 'create', fileFolder: 'search' },
  operations: {
    'file/download': download,
    'file/upload': upload,
    'file/createFromText': createFromText,
    'file/deleteFile': remove('fileId'),
    'file/share': share,
    'file/copy': change(
      'POST',
      ['name'],
      (context) => given(context, { name: context.raw('name') }),
      '/copy',
    ),
    'file/update': change('PATCH', ['newUpdatedFileName', 'changeFileContent'], (context) =>
      given(context, { name: context.raw('newUpdatedFileName') }),
    ),
    'folder/create': createFolder,
    'folder/deleteFolder': remove('folderNoRootId'),
    'fileFolder/search': search,
  },
};
