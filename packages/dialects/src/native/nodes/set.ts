import { any, dictionary, list, optional, text } from '../../shape/shape.ts';
import { nativeNode } from './native-node.ts';

export const setNode = nativeNode({
  type: 'set',
  name: 'Set state',
  summary: 'Change the state of the run',
  keywords: ['state', 'variable', 'assign', 'append', 'list', 'counter', 'increment', 'collect'],
  description: 'Changes the state of the run, and passes its input on.',
  family: 'value',
  palette: { group: 'Act', family: 'data' },
  initialConfig: { set: {} },
  settings: {
    set: optional(dictionary(any), 'values to replace, by name'),
    append: optional(dictionary(any), 'one item to add to the end of a list, by name'),
    extend: optional(dictionary(any), 'lists whose items to add to the end of a list, by name'),
    increment: optional(dictionary(any), 'numbers to add to a number, by name'),
    remove: optional(list(text), 'names whose values to take away'),
  },
});
