import { any, optional, required } from '../../shape/shape.ts';
import { nativeNode } from './native-node.ts';
import { templateName } from '../settings/setting-shapes.ts';

/** The name in a new node, until one is chosen. */
export const unchosenFunction = 'function-name';

export const functionNode = nativeNode({
  type: 'function',
  name: 'Function',
  summary: 'Call a registered function',
  keywords: ['code', 'script', 'javascript', 'typescript', 'custom', 'handler'],
  description: 'Calls a registered function.',
  family: 'function',
  palette: { group: 'Act', family: 'tool' },
  subtitleKey: 'name',
  initialConfig: { name: unchosenFunction },
  settings: {
    name: required(templateName, 'the name of a registered function', {
      title: 'Function',
      holds: 'function',
    }),
    args: optional(any, 'its arguments; default: the inputs of the node', {
      title: 'Arguments',
      holds: 'arguments',
    }),
  },
});
