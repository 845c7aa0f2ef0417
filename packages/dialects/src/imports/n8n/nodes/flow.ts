// Nodes that decide how a run goes on: No Operation, Wait, Stop and Error, Respond to Webhook, Loop Over Items, Execute Workflow
import { isObject, type Json, type JsonObject } from '@skein/kernel';
import { isTemplate } from '../expressions/convert-text.ts';
import { orNull } from '../expressions/convert-text.ts';
import { sure } from '../apps/app-request.ts';
import { itemsOf, withItems } from '../context/list-nodes.ts';
import type { NodeContext } from '../context/node-context.ts';
import { chainOf, type NativeNode, type Piece } from '../context/piece.ts';
import { eachItem, wholeList } from '../context/scope-of.ts';
import { jsonTemplate } from '../context/json-template.ts';
import { canFail, canRespond } from '../context/native-abilities.ts';
import { formPrompt, formSchema } from './form.ts';
import type { NodeConverter } from './node-converter.ts';
import { plainText } from '../read/plain-text.ts';
import { hasWorkflowWithin, workflowWithin } from './workflow-within.ts';

/** Hands its items on. */
function passOn(context: NodeContext): Piece {
  return chainOf([context.native('transform', { value: context.items })]);
}

export const noOpConverter: NodeConverter = { words: wholeList, hard: 'lost', convert: passOn };

const UNIT_MS: ReadonlyMap<string, number> = new Map([
  ['seconds', 1000],
  ['minutes', 60_000],
  ['hours', 3_600_000],
  ['days', 86_400_000],
]);

export const waitConverter: NodeConverter = {
  words: wholeList,
  hard: 'lost',
  convert: (context) => {
    const { raw, choice, node, expression, lose } = context;
    switch (choice(['resume'], 'timeInterval')) {
      case 'specificTime':
        return chainOf([
          context.native('delay', { until: context.template(raw('dateTime') ?? '') }),
        ]);
      case 'form':
        return chainOf([
          context.native('input', {
            prompt: formPrompt(context),
            schema: formSchema(context),
          }),
          itemNode(context),
        ]);
      case 'webhook':
        lose({
          kind: 'resume-url',
          message: `"${node.name}" waits for a request to an address of its own; here it waits for the event "${node.name}".`,
          hint: 'Let the other side send the event to POST /api/v1/events; its data is the item that the run goes on with.',
        });
        return chainOf([
          { ...context.native('event', { name: node.name }), id: context.extraId('event') },
          itemNode(context),
        ]);
    }
    const unit = UNIT_MS.get(choice(['unit'], node.version >= 1.1 ? 'seconds' : 'hours')) ?? 1000;
    const amount = raw('amount') ?? (node.version >= 1.1 ? 5 : 1);
    const ms =
      typeof amount === 'number'
        ? Math.max(0, amount * unit)
        : `\${= number(${expression(amount).text}) * ${unit} }`;
    return chainOf([context.native('delay', { ms })]);
  },
};

/** What a person or an event gave, as a list of one item. */
function itemNode(context: NodeContext): NativeNode {
  return context.native('transform', {
    value:
      '${= list(previous).map(answer => type(answer) == "object" ? answer : { data: answer }) }',
  });
}

export const formConverter: NodeConverter = {
  words: wholeList,
  hard: 'lost',
  convert: (context) => {
    const { choice } = context;
    if (choice(['operation'], 'page') === 'completion') return lastPage(context);
    const ask: NativeNode = {
      ...context.native('input', {
        prompt: formPrompt(context),
        schema: formSchema(context),
      }),
      id: context.extraId('form'),
    };
    return chainOf([ask, itemNode(context)]);
  },
};

/** What whoever filled in the form is shown at the end: the answer to the caller, and what the run gives if nothing follows. */
function lastPage(context: NodeContext): Piece {
  const { choice, raw, node, lose, conversion } = context;
  const kind = choice(['respondWith'], 'text');
  if (kind === 'redirect' || kind === 'returnBinary') {
    lose({
      kind: 'form-page',
      message: `"${node.name}" sends whoever filled in the form to ${kind === 'redirect' ? 'another page' : 'a file'} at the end.`,
      hint: 'What the run gives back is shown on its page: put the address there.',
    });
    return chainOf([respondNode(context, { value: context.template(raw('redirectUrl') ?? '') })]);
  }
  const parts = [raw('completionTitle'), raw('completionMessage') ?? raw('responseText')].map(
    (part) => `text(${sure(context, part ?? '')})`,
  );
  const value = `\${= [${parts.join(', ')}].filter(part => part != "").join("\\n\\n") }`;
  const isLast = conversion.workflow.edges.every(({ from }) => from !== node);
  if (!isLast) return chainOf([respondNode(context, { value })]);
  const answer = { ...respondNode(context, { value }), id: context.extraId('answer') };
  return chainOf([answer, context.native('transform', { value })]);
}

export const stopConverter: NodeConverter = {
  words: wholeList,
  hard: 'lost',
  convert: (context) => {
    const { choice, raw, template } = context;
    const isObjectError = choice(['errorType'], 'errorMessage') === 'errorObject';
    const message = template(
      isObjectError ? (raw('errorObject') ?? '') : (raw('errorMessage') ?? 'Error'),
    );
    const text = typeof message === 'string' && message !== '' ? message : JSON.stringify(message);
    if (canFail) {
      return { ...chainOf([context.native('fail', { message: text })]), exits: () => [] };
    }
    context.lose({
      kind: 'stop',
      message: `"${context.node.name}" fails the run; here it ends the run as stopped.`,
      hint: 'Look for runs that were stopped where you looked for failed ones.',
    });
    return { ...chainOf([context.native('stop', { reason: text })]), exits: () => [] };
  },
};

export const respondConverter: NodeConverter = {
  words: wholeList,
  hard: 'lost',
  convert: (context) => {
    const { choice, raw, lose, node, template } = context;
    const config: { [key: string]: Json } = { value: responseValue(context) };
    const status = raw('options', 'responseCode');
    if (typeof status === 'number') config['status'] = status;
    else if (status !== undefined) config['status'] = template(status);
    const headers = raw('options', 'responseHeaders', 'entries');
    const pairs = (Array.isArray(headers) ? headers : []).flatMap((entry: Json) =>
      isObject(entry) && typeof entry['name'] === 'string' && entry['name'] !== ''
        ? [[entry['name'], template(entry['value'] ?? '')] as const]
        : [],
    );
    if (pairs.length > 0) config['headers'] = Object.fromEntries(pairs);
    if (choice(['respondWith'], 'firstIncomingItem') === 'binary') {
      lose({
        kind: 'binary',
        message: `"${node.name}" answers with a file.`,
        hint: 'Answer with the address of the file.',
      });
    }
    if (choice(['respondWith'], '') === 'redirect') {
      config['status'] = 302;
      config['headers'] = { Location: template(raw('redirectURL') ?? '') };
    }
    return chainOf([respondNode(context, config)]);
  },
};

/** Answers the caller, and hands its items on. */
function respondNode(context: NodeContext, config: NativeNode['config']): NativeNode {
  if (canRespond) return context.native('respond', config);
  context.lose({
    kind: 'respond',
    message: `"${context.node.name}" answers the caller before the run ends.`,
    hint: 'Let the run end with this value: what its last node gives is the answer to a caller that waits.',
  });
  return context.native('transform', { value: '${previous}' });
}

function responseValue(context: NodeContext): Json {
  const { choice, raw } = context;
  switch (choice(['respondWith'], 'firstIncomingItem')) {
    case 'allIncomingItems':
      return '${previous}';
    case 'json':
      return jsonTemplate(context, raw('responseBody') ?? '{}');
    case 'text':
      return context.template(raw('responseBody') ?? '');
    case 'noData':
    case 'redirect':
    case 'binary':
    case 'jwt':
      return '';
    default:
      return '${= previous[0] ?? null }';
  }
}

export const loopConverter: NodeConverter = {
  words: wholeList,
  hard: 'lost',
  convert: (context) => {
    const { raw, node, conversion, id, expression } = context;
    const size = raw('batchSize') ?? (node.version >= 3 ? 1 : 10);
    const count =
      typeof size === 'number'
        ? String(Math.max(1, Math.trunc(size)))
        : `number(${expression(size).text})`;
    const reset = raw('options', 'reset');
    const isFresh =
      reset === true
        ? 'true'
        : typeof reset === 'string' && isTemplate(reset)
          ? `boolean(${orNull(expression(reset))}) || state.${id}.over`
          : `state.${id}.over`;
    conversion.state.set(id, { over: true, batch: [], rest: [], done: [] });
    const begun = `${isFresh} ? { all: previous, done: [] } : { all: state.${id}.rest, done: state.${id}.done.concat(previous) }`;
    const next = `empty(round.all) ? { over: true, batch: round.done, rest: [], done: [] } : { over: false, batch: round.all.slice(0, ${count}), rest: round.all.slice(${count}), done: round.done }`;
    const keep: NativeNode = {
      id: context.extraId('round'),
      type: 'set',
      name: `${node.name}: next round`,
      config: { set: { [id]: `\${= [${begun}].map(round => ${next})[0] }` } },
      settings: {},
    };
    const cases = [{ name: 'loop', when: `\${= !state.${id}.over }` }];
    const part = context.native('partition', {
      items: `\${= state.${id}.batch }`,
      cases,
      rest: 'done',
    });
    const ports =
      node.version >= 3 ? ['done', 'loop'] : node.version >= 2 ? ['loop', 'done'] : ['loop'];
    return {
      ...chainOf([keep, part]),
      exits: (output) => {
        const port = ports[output];
        return port === undefined ? [] : [{ node: id, port }];
      },
    };
  },
};

export const executeWorkflowConverter: NodeConverter = {
  words: eachItem,
  hard: 'before',
  convert: (context) => {
    const { raw, template, choice } = context;
    const workflow = calledBy(context);
    const values = raw('workflowInputs', 'value');
    const hasInputs = isObject(values) && Object.keys(values).length > 0;
    const isEach = choice(['mode'], 'once') === 'each';
    if (isEach || hasInputs) {
      const input = hasInputs ? [template(values)] : ['${item}'];
      return withItems(
        context,
        { type: 'subworkflow', config: { workflow, input } },
        itemsOf('previous', 'entry'),
      );
    }
    const call: NativeNode = {
      ...context.native('subworkflow', { workflow, input: context.items }),
      id: context.extraId('call'),
    };
    const items = context.native(
      'transform',
      { value: `\${= ${itemsOf('[previous]', 'entry')} }` },
      { whenEmpty: 'skip' },
    );
    return chainOf([call, items]);
  },
};

/** The workflow that a node contains, or the id of another one, which has to be imported too. */
function calledBy(context: NodeContext): JsonObject | string {
  const { raw, lose, node } = context;
  const isWithin = hasWorkflowWithin(context);
  const within = isWithin ? workflowWithin(context) : null;
  if (within !== null) return within;
  const { id, name } = workflowOf(raw('workflowId'));
  if (!isWithin) {
    lose({
      kind: 'other-workflow',
      message: `"${node.name}" calls the workflow ${id}${name === '' ? '' : ` ("${name}")`}; import it under that id.`,
      hint: `skein import FILE, and give it the id "${id}".`,
    });
  }
  return id;
}

/** How n8n names another workflow: an id, or the choice from a list. */
export function workflowOf(value: Json | undefined): {
  readonly id: string;
  readonly name: string;
} {
  if (isObject(value)) {
    const { value: held, cachedResultName } = value;
    const id = plainText(held);
    return { id: plainId(id), name: typeof cachedResultName === 'string' ? cachedResultName : '' };
  }
  return {
    id: plainId(plainText(value)),
    name: '',
  };
}

function plainId(id: string): string {
  return id === '' || isTemplate(id) || id.startsWith('{') || id.length > 100
    ? 'other-workflow'
    : id;
}
