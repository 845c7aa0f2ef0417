// Triggers: a start node for each, what starts it, and a node that makes items of what came
import { isObject, type Json } from '@skein/kernel';
import type { NodeContext } from '../context/node-context.ts';
import { chainOf, type NativeNode, type Piece } from '../context/piece.ts';
import { wholeList } from '../context/scope-of.ts';
import { helpersOf } from '../context/helpers-of.ts';
import { toolOf } from '../agents/tools-of.ts';
import { formSchema } from '../nodes/form.ts';
import type { NodeConverter } from '../nodes/node-converter.ts';
import { cronsOf, type FoundCron } from './schedule.ts';

export interface NativeTrigger {
  /** What is added to the name of its node, where that has several. */
  readonly suffix?: string;
  readonly type: 'manual' | 'webhook' | 'schedule' | 'event';
  readonly config: { readonly [key: string]: Json };
}

export const triggerConverter: NodeConverter = {
  words: wholeList,
  hard: 'lost',
  convert: (context): Piece => {
    const { node } = context;
    const isForm = node.type === 'formTrigger';
    const start: NativeNode = {
      id: startIdOf(context.id),
      type: 'start',
      name: node.name,
      config: isForm ? { schema: formSchema(context) } : {},
      settings: {},
    };
    const items: NativeNode = {
      ...context.native('transform', { value: itemsValue(node.type) }),
      name: `${node.name}: items`,
    };
    return chainOf([start, items]);
  },
};

export function startIdOf(id: string): string {
  return `${id}_start`;
}

/** Runs that are started by hand may bring a list of items, one item or nothing. */
function itemsValue(type: string): string {
  const one =
    type === 'langchain.chatTrigger' || type === 'langchain.manualChatTrigger'
      ? 'type(entry) == "object" ? entry : { chatInput: entry }'
      : type === 'webhook'
        ? 'exists(entry.body) || exists(entry.query) ? entry : { headers: {}, params: {}, query: {}, body: entry }'
        : 'type(entry) == "object" ? entry : { data: entry }';
  return `\${= empty(previous) ? [{}] : list(previous).map(entry => ${one}) }`;
}

/** What starts runs there, and what is to be known about it; a schedule with several rules is several triggers. */
export function nativeTriggers(context: NodeContext): readonly [NativeTrigger, ...NativeTrigger[]] {
  switch (context.node.type) {
    case 'scheduleTrigger':
    case 'cron':
    case 'interval':
      return scheduled(context);
    default:
      return [nativeTrigger(context)];
  }
}

function nativeTrigger(context: NodeContext): NativeTrigger {
  const { node } = context;
  switch (node.type) {
    case 'manualTrigger':
    case 'start':
    case 'executeWorkflowTrigger':
    case 'langchain.chatTrigger':
    case 'langchain.manualChatTrigger':
    case 'formTrigger':
    case 'evaluationTrigger':
      return { type: 'manual', config: {} };
    case 'webhook':
      return webhook(context);
    case 'langchain.mcpTrigger':
      return toolServer(context);
    default:
      return vendorTrigger(context);
  }
}

function scheduled(context: NodeContext): readonly [NativeTrigger, ...NativeTrigger[]] {
  const { node, conversion } = context;
  const [first, ...others] = cronsOf(node);
  const zone = conversion.workflow.settings['timezone'];
  const hasZone = typeof zone === 'string' && zone !== '' && zone !== 'DEFAULT';
  const triggerOf = ({ cron }: FoundCron): NativeTrigger => ({
    type: 'schedule',
    config: hasZone ? { cron, timezone: zone } : { cron },
  });
  for (const { cron, isExact } of [first, ...others]) {
    if (isExact) continue;
    context.lose({
      kind: 'schedule',
      message: `"${node.name}" runs at times that one cron expression cannot say; it runs at "${cron}".`,
      hint: 'Change the schedule of the trigger, or give the workflow several.',
    });
  }
  const rest = others.map((each, place) => ({ ...triggerOf(each), suffix: ` ${place + 2}` }));
  return [triggerOf(first), ...rest];
}

function webhook({ lose, node, choice }: NodeContext): NativeTrigger {
  const path = choice(['path'], node.name);
  lose({
    kind: 'credential',
    message: `"${node.name}" took requests to "${path}" that nobody had signed; Skein asks for a signature.`,
    hint: 'Make the secret of the webhook with POST /api/v1/triggers/{id}/secret and give it to whoever sends to it.',
  });
  // By default n8n answers at once.
  const mode = choice(['responseMode'], 'onReceived');
  return { type: 'webhook', config: mode === 'onReceived' ? { path } : { path, respond: true } };
}

/** Its tools come along; who offers them over MCP is the host. */
function toolServer({ conversion, node, lose }: NodeContext): NativeTrigger {
  const names = helpersOf(conversion.workflow, node).tools.map((tool) => toolOf(conversion, tool));
  lose({
    kind: 'binding',
    message: `"${node.name}" offers ${names.length === 0 ? 'no tools' : `the tools ${names.join(', ')}`} as an MCP server; each is a workflow of its own beside this one.`,
    hint: 'Offer them with `skein mcp --workflows FILES`, or at /mcp of a server that has them (docs/mcp.md).',
  });
  return { type: 'manual', config: {} };
}

function vendorTrigger(context: NodeContext): NativeTrigger {
  const { node, lose } = context;
  const app = node.type.replace(/^.*\./, '').replace(/Trigger$/, '');
  const event = `${app}.${eventOf(node.parameters)}`;
  if (node.type === 'errorTrigger') {
    lose({
      kind: 'binding',
      message: `"${node.name}" is started when a run of another workflow fails: by the event "${event}".`,
      hint: `Send the event "${event}" from the error edges of that workflow, with an emit node.`,
    });
  } else {
    lose({
      kind: 'binding',
      message: `"${node.name}" is started by ${app}; send the event "${event}", its data is the item.`,
      hint: 'Let the app call POST /api/v1/events, or poll it in a workflow with a schedule.',
    });
  }
  return { type: 'event', config: { event, settings: context.template(node.parameters) } };
}

function eventOf(parameters: { readonly [key: string]: Json }): string {
  for (const key of ['event', 'triggerOn', 'events', 'updates']) {
    const value = parameters[key];
    const first = Array.isArray(value) ? (value as readonly Json[])[0] : value; // A list of JSON holds JSON.
    if (typeof first === 'string' && first !== '' && !first.startsWith('=')) return first;
  }
  return isObject(parameters['filters']) ? 'found' : 'received';
}
