import { any, dictionary, optional, template } from '../../shape/shape.ts';
import { nativeNode } from './native-node.ts';

export const respondNode = nativeNode({
  type: 'respond',
  name: 'Respond',
  summary: 'Answer the caller, and go on',
  keywords: ['answer', 'reply', 'return', 'webhook', 'response', 'early', 'acknowledge'],
  description:
    'Answers whoever started the run and waits for it, while the run goes on. Passes its input on; the first answer counts.',
  family: 'end',
  palette: { group: 'Flow', family: 'logic' },
  settings: {
    value: optional(any, 'the answer; default: what came over the edge'),
    status: optional(any, 'the HTTP status of the answer to a webhook; default 200', {
      isSingle: true,
    }),
    headers: optional(template(dictionary(any)), 'headers of the answer to a webhook, by name'),
  },
});
