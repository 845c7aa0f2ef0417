import { advised, choice, optional } from '../../shape/shape.ts';
import { nativeNode } from './native-node.ts';
import {
  deadlineSetting,
  jsonSchema,
  notifySetting,
  templateText,
  whoSetting,
} from '../settings/setting-shapes.ts';

const otherTextWords = {
  refuse: { title: 'Ask again', about: 'It is refused, and the question stays open.' },
  reject: {
    title: 'Take it as a no',
    about: 'The step is rejected, with these words as the note.',
  },
} as const;

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
    schema: optional(jsonSchema, 'fields that are filled in together with the decision', {
      title: 'Form',
    }),
    otherText: optional(
      choice('refuse', 'reject'),
      'an answer that is neither yes nor no is refused (refuse), or rejects, with its words as the note (reject); default refuse',
      { title: 'Answers in other words', unset: 'refuse', choices: otherTextWords },
    ),
    deadlineMs: deadlineSetting,
    who: whoSetting,
    notify: notifySetting,
  },
});
