import type { ChosenField } from './schema/ui-schema.ts';

/** The settings of an HTTP request that are one of several ways. */
export const requestFields: { readonly [key: string]: ChosenField } = {
  auth: {
    choices: [
      { label: 'Bearer token', key: 'bearer', first: '' },
      { label: 'Account of the user (connection)', key: 'connection', first: '' },
      { label: 'User and password', key: 'basic', first: { user: '', password: '' } },
      { label: 'Header', key: 'header', first: { name: '', secret: '' } },
      { label: 'Part of the query', key: 'query', first: { name: '', secret: '' } },
      { label: 'Field of the body', key: 'body', first: { path: '', secret: '' } },
      { label: 'Part of the address', key: 'path', first: { placeholder: '', secret: '' } },
    ],
    inside: { widgets: { bearer: 'secret', password: 'secret', secret: 'secret' } },
  },
  body: {
    choices: [
      { label: 'JSON', key: 'json', first: {} },
      { label: 'Form', key: 'form', first: {} },
      { label: 'Parts (multipart)', key: 'multipart', first: {} },
      { label: 'Text', key: 'text', first: '' },
      { label: 'File', key: 'file', first: '' },
    ],
    inside: { widgets: { text: 'prompt' }, fields: { file: { 'ui:field': 'value' } } },
  },
  pagination: {
    choices: [
      { label: 'Link header', key: 'next', first: 'link', schema: null },
      {
        label: 'Address in the body',
        key: 'next',
        first: { path: '' },
        schema: {
          type: 'object',
          title: '',
          required: ['path'],
          properties: {
            path: {
              type: 'string',
              title: 'Path',
              description: 'Where the body has the address of the next page: links.next',
            },
          },
        },
      },
      { label: 'Page number', key: 'page', first: { param: 'page' } },
      { label: 'Cursor', key: 'cursor', first: { path: '', param: 'cursor' } },
    ],
  },
};
