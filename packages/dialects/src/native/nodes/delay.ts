import { either, number, optional, template, text } from '../../shape/shape.ts';
import { nativeNode } from './native-node.ts';

export const delayNode = nativeNode({
  type: 'delay',
  name: 'Delay',
  summary: 'Wait for some time',
  keywords: ['wait', 'sleep', 'timer', 'pause', 'schedule', 'later'],
  description: 'Waits for a time, even across restarts.',
  family: 'time',
  palette: { group: 'Flow', family: 'logic' },
  initialConfig: { ms: 1000 },
  settings: {
    ms: optional(template(number(0)), 'milliseconds to wait', { title: 'Wait for' }),
    until: optional(template(either(text, number())), 'the time to wait for'),
  },
  oneOf: ['ms', 'until'],
});
