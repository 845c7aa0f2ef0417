import { any, optional, required } from '../../shape/shape.ts';
import { nativeNode } from './native-node.ts';
import { templateName } from '../settings/setting-shapes.ts';

export const emitNode = nativeNode({
  type: 'emit',
  name: 'Emit',
  summary: 'Send an event',
  keywords: ['publish', 'send', 'signal', 'notify', 'message', 'broadcast'],
  description: 'Sends a named event to waiting runs and triggers.',
  family: 'event',
  palette: { group: 'Act', family: 'data' },
  subtitleKey: 'name',
  initialConfig: { name: 'event-name' },
  settings: {
    name: required(templateName, 'the name of the event', { title: 'Event' }),
    data: optional(any, 'the data of the event; default: the input of the node'),
  },
});
