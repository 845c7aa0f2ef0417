import { advised, optional } from '../../shape/shape.ts';
import { nativeNode } from './native-node.ts';
import {
  deadlineSetting,
  jsonSchema,
  notifySetting,
  templateText,
  whoSetting,
} from '../settings/setting-shapes.ts';

export const inputNode = nativeNode({
  type: 'input',
  name: 'Input',
  summary: 'Ask a person for values',
  keywords: ['human', 'form', 'question', 'ask', 'user', 'answer', 'human in the loop'],
  description: 'Waits for data from a person and passes it on.',
  family: 'person',
  palette: { group: 'People', family: 'human' },
  initialConfig: { prompt: 'What should be done?' },
  settings: {
    prompt: advised(templateText, 'the question to the person'),
    schema: optional(jsonSchema, 'the fields that the person fills in', { title: 'Form' }),
    deadlineMs: deadlineSetting,
    who: whoSetting,
    notify: notifySetting,
  },
});
