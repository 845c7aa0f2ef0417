import { advised, any } from '../../shape/shape.ts';
import { nativeNode } from './native-node.ts';

export const transformNode = nativeNode({
  type: 'transform',
  name: 'Transform',
  summary: 'Build a value',
  keywords: ['map fields', 'set', 'edit', 'template', 'format', 'json', 'variables', 'assign'],
  description: 'Builds a value from references and templates.',
  family: 'value',
  palette: { group: 'Act', family: 'data' },
  initialConfig: { value: '${previous}' },
  settings: {
    value: advised(any, 'the output of the node'),
  },
});
