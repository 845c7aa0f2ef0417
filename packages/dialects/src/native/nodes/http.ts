import {
  any,
  boolean,
  choice,
  dictionary,
  either,
  fixedText,
  integer,
  list,
  nonEmptyText,
  optional,
  record,
  required,
  template,
  text,
} from '../../shape/shape.ts';
import { nativeNode } from './native-node.ts';
import { templateName, templateText } from '../settings/setting-shapes.ts';

const secretName = fixedText(
  'Write the name of a secret. Which secret is sent must be readable in the workflow, so data cannot choose it.',
);

const connectionName = fixedText(
  'Write the name of a connection. Which account is used must be readable in the workflow, so data cannot choose it.',
);

const authShape = record(
  'auth',
  {
    bearer: optional(secretName, 'the name of a secret, sent as "Authorization: Bearer …"'),
    basic: optional(
      record('basic', {
        user: required(text, 'the user name'),
        password: required(secretName, 'the name of a secret'),
      }),
      'a user name, and the name of the secret that is its password',
    ),
    header: optional(
      record('header', {
        name: required(nonEmptyText, 'the name of the header'),
        secret: required(secretName, 'the name of a secret'),
      }),
      'a header that is a secret',
    ),
    query: optional(
      record('query', {
        name: required(nonEmptyText, 'the name in the address'),
        secret: required(secretName, 'the name of a secret'),
      }),
      'a part of the query that is a secret',
    ),
    body: optional(
      record('body', {
        path: required(nonEmptyText, 'where it stands in the body: client_secret, login.password'),
        secret: required(secretName, 'the name of a secret'),
      }),
      'a field of the JSON or form that is a secret',
    ),
    path: optional(
      record('path', {
        placeholder: required(
          nonEmptyText,
          'the word that stands in the address in braces: {token}',
        ),
        secret: required(secretName, 'the name of a secret'),
      }),
      'a part of the address that is a secret: https://api.example.com/bot{token}/send',
    ),
    connection: optional(
      connectionName,
      'the name of a connection: the account of whoever the run belongs to, sent as "Authorization: Bearer …"',
    ),
  },
  ['bearer', 'basic', 'header', 'query', 'body', 'path', 'connection'],
);

const bodyShape = record(
  'body',
  {
    json: optional(any, 'any value, sent as JSON'),
    form: optional(template(dictionary(any)), 'fields by name, sent as a form'),
    multipart: optional(
      template(dictionary(any)),
      'parts by name, each a text, a file or { "value", "type", "filename" }',
    ),
    text: optional(templateText, 'a text as it is'),
    file: optional(any, 'a file: the value of a node that has downloaded one', { isSingle: true }),
    type: optional(templateText, 'the content type; default: what fits json, text or the file'),
  },
  ['json', 'form', 'multipart', 'text', 'file'],
);

const paginationShape = record(
  'pagination',
  {
    next: optional(
      either(choice('link'), record('next', { path: required(nonEmptyText, 'where it is') })),
      '"link": the next address is in the Link header; { "path" }: it is in the body',
    ),
    page: optional(
      record('page', {
        param: required(nonEmptyText, 'the name of the page number in the query'),
        start: optional(integer(0), 'the first number; default 1'),
        step: optional(integer(1), 'what is added for the next page; default 1'),
        size: optional(integer(1), 'how many items a full page has: one with fewer is the last'),
      }),
      'pages are numbered; one without items is the last',
    ),
    cursor: optional(
      record('cursor', {
        path: required(nonEmptyText, 'where the body has the cursor of the next page'),
        param: required(nonEmptyText, 'the name that it is sent under'),
        in: optional(choice('query', 'body'), 'where it is sent; default query', {
          unset: 'query',
        }),
      }),
      'each page names the next one; without a name it is the last',
    ),
    items: optional(nonEmptyText, 'where the body has the list; default: the body is the list'),
    pagesMax: optional(integer(1), 'no more pages than that; default 100'),
    itemsMax: optional(integer(1), 'no more items than that; default 10000'),
  },
  ['next', 'page', 'cursor'],
);

/** The address in a new node, until one is written: nothing is there that somebody might type behind. */
export const unwrittenAddress = 'https://';

export const httpNode = nativeNode({
  type: 'http',
  name: 'HTTP request',
  summary: 'Call an API',
  keywords: [
    'api',
    'rest',
    'request',
    'fetch',
    'curl',
    'webhook',
    'download',
    'get',
    'post',
    'url',
  ],
  description: 'Makes an HTTP request, or one for each page; the value is the body.',
  family: 'function',
  palette: { group: 'Act', family: 'tool' },
  subtitleKey: 'url',
  initialConfig: { url: unwrittenAddress },
  settings: {
    url: required(templateName, 'the address, http or https', {
      title: 'URL',
      holds: 'address',
    }),
    method: optional(
      template(choice('GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE')),
      'default: GET, or POST with a body',
      { unset: 'GET, or POST with a body' },
    ),
    query: optional(
      template(dictionary(any)),
      'what is added to the address, by name; a list is sent as the name several times',
    ),
    headers: optional(template(dictionary(templateText)), 'headers by name', {
      affects: 'request',
    }),
    auth: optional(
      authShape,
      'how the request shows who it is from: by the name of a secret or a connection',
      { title: 'Authentication', affects: 'request' },
    ),
    body: optional(bodyShape, 'what is sent: json, form, multipart, text or file'),
    response: optional(
      choice('auto', 'json', 'text', 'file'),
      'how the answer is read; default auto: by its content type; file: it is stored, and the value names it',
      { unset: 'auto', affects: 'nothing' },
    ),
    full: optional(boolean, 'the value is { status, headers, body } instead of the body', {
      title: 'With status and headers',
      affects: 'nothing',
    }),
    allowStatus: optional(
      template(list(integer(100))),
      'statuses beside 2xx that do not fail the node',
      { title: 'Statuses that are no failure', affects: 'nothing', isRare: true },
    ),
    pagination: optional(paginationShape, 'all pages are requested; the value is their items', {
      isRare: true,
    }),
    timeoutMs: optional(template(integer(1)), 'milliseconds for each request; default 30000', {
      affects: 'nothing',
      isRare: true,
    }),
    idempotent: optional(
      boolean,
      'sending it twice does no harm, so it is repeated whenever its outcome is not known',
      { title: 'Safe to repeat', affects: 'nothing', isRare: true },
    ),
  },
});
