import { any, optional } from '../../shape/shape.ts';
import { nativeNode } from './native-node.ts';

export const stopNode = nativeNode({
  type: 'stop',
  name: 'Stop',
  summary: 'Stop the run here',
  keywords: ['halt', 'abort', 'exit', 'terminate', 'break', 'cancel'],
  description: 'Ends the run as stopped.',
  family: 'end',
  palette: { group: 'Flow', family: 'logic' },
  settings: {
    reason: optional(any, 'why the run is stopped', { isSingle: true }),
  },
});
