import { any, optional, required } from '../../shape/shape.ts';
import { nativeNode } from './native-node.ts';
import { deadlineSetting, templateName } from '../settings/setting-shapes.ts';

export const eventNode = nativeNode({
  type: 'event',
  name: 'Event',
  summary: 'Wait for an event',
  keywords: ['webhook', 'signal', 'subscribe', 'listen', 'receive', 'callback', 'wait for'],
  description: 'Waits for a named event and passes its data on.',
  family: 'event',
  palette: { group: 'People', family: 'human' },
  initialConfig: { name: 'event-name' },
  settings: {
    name: required(templateName, 'the name of the event', { title: 'Event' }),
    when: optional(
      any,
      'a condition on the data of the event; an event that does not fulfil it is ignored',
    ),
    deadlineMs: deadlineSetting,
  },
});
