// Messages that wait for an answer
// n8n sends a message with a link and goes on when somebody has answered. Here the question is in the inbox, and whoever is to answer gets a
// link by mail, or by a webhook of the server. It is asked once, for the first item.
import type { Json, JsonObject } from '@skein/kernel';
import { sure } from '../apps/app-request.ts';
import { isTemplate } from '../expressions/convert-text.ts';
import type { NodeContext } from '../context/node-context.ts';
import { chainOf, type NativeNode } from '../context/piece.ts';
import { wholeList } from '../context/scope-of.ts';
import type { N8nNode } from '../read/n8n-workflow.ts';
import { formSchema } from './form.ts';
import type { NodeConverter } from './node-converter.ts';

export function asksAndWaits({ parameters }: N8nNode): boolean {
  return parameters['operation'] === 'sendAndWait';
}

export const sendAndWaitConverter: NodeConverter = {
  words: wholeList,
  hard: 'lost',
  convert: (context) => {
    const { raw } = context;
    const words = [raw('subject'), raw('message')].flatMap((part) =>
      part === undefined || part === '' ? [] : [`text(${sure(context, part)})`],
    );
    const config = {
      prompt:
        words.length === 0 ? context.node.name : `\${= [${words.join(', ')}].join("\\n\\n") }`,
      schema: answerSchema(context),
      notify: { to: recipientsOf(context) },
    };
    limitLoss(context);
    const ask: NativeNode = { ...context.native('input', config), id: context.extraId('ask') };
    return chainOf([ask, context.native('transform', { value: [{ data: '${previous}' }] })]);
  },
};

/** As n8n hands the answer on. */
function answerSchema(context: NodeContext): Json {
  const one = (name: string, schema: JsonObject): Json => ({
    type: 'object',
    properties: { [name]: schema },
    required: [name],
  });
  switch (context.choice(['responseType'], 'approval')) {
    case 'freeText':
      return one('text', { type: 'string' });
    case 'customForm':
      return formSchema(context);
    default:
      return one('approved', { type: 'boolean' });
  }
}

const ADDRESS = /^[^\s@]+@[^\s@]+$/;

/** By mail where n8n sent a mail; else a webhook of the server that has to be set up. */
function recipientsOf(context: NodeContext): Json {
  const { raw, node, lose } = context;
  const to = raw('sendTo') ?? raw('toEmail') ?? raw('toRecipients');
  if (to !== undefined && to !== '') {
    lose({
      kind: 'credential',
      message: `"${node.name}" asks by mail; here the server sends the link.`,
      hint: 'Set up how the server sends mail: server.outbox of the configuration, or its settings in the studio.',
    });
    if (typeof to !== 'string' || isTemplate(to)) return [`mail:\${= ${sure(context, to)} }`];
    return to
      .split(',')
      .flatMap((each) => (ADDRESS.test(each.trim()) ? [`mail:${each.trim()}`] : []));
  }
  const app = node.type.replace(/^.*\./, '').toLowerCase();
  lose({
    kind: 'binding',
    message: `"${node.name}" asks in ${app}; here the question is in the inbox, and its link goes to the webhook "${app}".`,
    hint: `Set up the destination "${app}" in server.outbox: a webhook that posts the link there.`,
  });
  return [`webhook:${app}`];
}

function limitLoss({ raw, node, lose }: NodeContext): void {
  if (raw('options', 'limitWaitTime', 'values') === undefined) return;
  lose({
    kind: 'wait-limit',
    message: `"${node.name}" goes on without an answer after a time; here it waits for one.`,
    hint: 'Set "deadlineMs" of the node, and an edge from its port for a deadline that has passed.',
  });
}
