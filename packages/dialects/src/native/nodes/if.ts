import { any, required } from '../../shape/shape.ts';
import { nativeNode } from './native-node.ts';

export const ifNode = nativeNode({
  type: 'if',
  name: 'Condition',
  summary: 'Branch: true or false',
  keywords: ['branch', 'if', 'else', 'decision', 'filter', 'boolean'],
  description: 'Passes its input on to true or false.',
  family: 'choice',
  palette: { group: 'Flow', family: 'logic' },
  initialConfig: { condition: { left: '${previous}', op: 'truthy' } },
  settings: {
    condition: required(any, 'the condition that chooses between true and false'),
  },
});
