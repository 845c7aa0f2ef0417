import { any, optional } from '../../shape/shape.ts';
import { nativeNode } from './native-node.ts';

export const failNode = nativeNode({
  type: 'fail',
  name: 'Fail',
  summary: 'Fail with a message',
  keywords: ['error', 'throw', 'raise', 'abort', 'exception', 'stop and error'],
  description: 'Fails with a message, as any node may; its port error handles it.',
  family: 'end',
  palette: { group: 'Flow', family: 'logic' },
  initialConfig: { message: 'What went wrong.' },
  settings: {
    message: optional(any, 'why it fails', { isSingle: true }),
    code: optional(any, 'the code of the failure; default FAILED', { isSingle: true }),
  },
});
