import { nativeNode } from './native-node.ts';

export const joinNode = nativeNode({
  type: 'join',
  name: 'Join',
  summary: 'Merge branches',
  keywords: ['merge', 'combine', 'wait for all', 'gather', 'fan in', 'barrier'],
  description: 'Passes its inputs on as one object by port.',
  family: 'join',
  palette: { group: 'Flow', family: 'logic' },
  settings: {},
});
