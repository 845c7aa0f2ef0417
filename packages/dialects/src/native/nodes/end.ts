import { any, optional } from '../../shape/shape.ts';
import { nativeNode } from './native-node.ts';

export const endNode = nativeNode({
  type: 'end',
  name: 'End',
  summary: 'The output of the run',
  keywords: ['finish', 'result', 'output', 'return', 'done'],
  description: 'Ends the run as completed; nodes that still run are cancelled.',
  family: 'end',
  palette: { group: 'Flow', family: 'data' },
  settings: {
    value: optional(any, 'the output of the run; default: the input of the node'),
  },
});
