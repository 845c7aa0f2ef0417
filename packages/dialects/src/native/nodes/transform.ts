import { advised, any } from '../../shape/shape.ts';
import { nativeNode } from './native-node.ts';

export const transformNode = nativeNode({
  type: 'transform',
  name: 'Transform',
  summary: 'Shape a value',
  keywords: ['map fields', 'set', 'edit', 'template', 'format', 'json', 'variables', 'assign'],
  description: 'Makes a value from references and templates.',
  family: 'value',
  palette: { group: 'Act', family: 'data' },
  initialConfig: { value: '${previous}' },
  settings: {
    value: advised(any, 'the value that the node gives'),
  },
});
