import { advised, choice, optional } from '../../shape/shape.ts';
import { nativeNode } from './native-node.ts';
import {
  deadlineSetting,
  jsonSchema,
  notifySetting,
  templateText,
  whoSetting,
} from '../settings/setting-shapes.ts';

export const approvalNode = nativeNode({
  type: 'approval',
  name: 'Approval',
  summary: 'Ask a person yes or no',
  keywords: [
    'human',
    'review',
    'confirm',
    'accept',
    'reject',
    'sign off',
    'gate',
    'human in the loop',
  ],
  description: 'Waits until a person approves or rejects, then passes its input on.',
  family: 'person',
  palette: { group: 'People', family: 'human' },
  initialConfig: { prompt: 'Approve this step?' },
  settings: {
    prompt: advised(templateText, 'the question to the person'),
    schema: optional(jsonSchema, 'a form beside the decision, as a JSON schema', {
      title: 'Form',
    }),
    otherText: optional(
      choice('refuse', 'reject'),
      'a text that is no decision: "refuse" it, or "reject" with the text as the note; default refuse',
    ),
    deadlineMs: deadlineSetting,
    who: whoSetting,
    notify: notifySetting,
  },
});
