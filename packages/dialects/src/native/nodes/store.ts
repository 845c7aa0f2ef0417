import { any, choice, integer, number, optional, required, template } from '../../shape/shape.ts';
import { nativeNode } from './native-node.ts';
import { templateName } from '../settings/setting-shapes.ts';

export const storeNode = nativeNode({
  type: 'store',
  name: 'Memory',
  summary: 'Remember across runs',
  keywords: ['memory', 'remember', 'recall', 'key', 'value', 'persist', 'cache', 'counter'],
  description: 'Reads or changes what the workflows of a user remember across runs.',
  family: 'value',
  palette: { group: 'Act', family: 'data' },
  subtitleKey: 'key',
  initialConfig: { do: 'get', key: 'key' },
  settings: {
    do: required(choice('get', 'set', 'add', 'list', 'delete'), 'what it does', {
      title: 'Action',
    }),
    key: optional(templateName, 'what it is remembered under; only `list` needs none'),
    value: optional(any, 'what to set or add; default: the input of the node'),
    scope: optional(templateName, '"user" (default), "workflow", or a name that workflows share'),
    default: optional(any, 'what `get` gives when nothing is there; default: null'),
    ttlMs: optional(
      template(number(1)),
      'how long it is remembered, in milliseconds; default: until it is deleted',
      { title: 'Remember for' },
    ),
    ifRevision: optional(
      template(integer(0)),
      '`set` only if this is still its revision; 0: only if nothing is there',
      { title: 'Only if the revision is', isRare: true },
    ),
    cursor: optional(templateName, '`list` from here on', { isRare: true }),
    limit: optional(template(integer(1)), '`list` so many; default 50', { isRare: true }),
  },
});
