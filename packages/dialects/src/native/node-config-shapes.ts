// The config of each native node type
// What a node cannot work without is required. Texts and values may hold `${…}` references, except in schemas, inline
// workflows and where the shape of the graph depends on them (the names of switch cases).
import {
  advised,
  any,
  boolean,
  choice,
  either,
  integer,
  list,
  nonEmptyList,
  nonEmptyText,
  number,
  openObject,
  optional,
  record,
  required,
  template,
  text,
  type RecordShape,
  type Shape,
} from '../shape/shape.ts';

/** A workflow by id, or one written inside; `check-workflow` looks into the latter. */
const workflowOrId: Shape = either(nonEmptyText, {
  kind: 'object',
  schemaReference: '#/$defs/workflow',
});

const jsonSchema: Shape = either(openObject, boolean);
const templateText = template(text);
const names = template(list(template(text)));

const modelCall = {
  model: optional(templateText, 'the model as provider/model, a known name or an alias'),
  system: optional(templateText, 'instructions that go before the conversation'),
  schema: optional(jsonSchema, 'the JSON schema of the answer, which is then parsed'),
  context: optional(templateText, 'the id of the conversation that the call reads and extends'),
  temperature: optional(template(number(0)), 'how freely the model chooses its words'),
  reasoningEffort: optional(templateText, 'how long the model may think'),
  maxOutputTokens: optional(template(integer(1)), 'the most tokens that an answer may have'),
  images: optional(
    template(either(text, list(templateText))),
    'pictures beside the prompt: "data:" URLs, or https addresses that the provider opens',
  ),
};

const approve = optional(
  either(boolean, list(template(text))),
  'true, or the names of the tools whose calls a person must approve',
);

const waiting = {
  deadlineMs: optional(
    template(integer(0)),
    'milliseconds until the wait expires on the port expired',
  ),
  who: optional(names, 'ids of the users who may answer'),
};

const children = {
  workflow: required(workflowOrId, 'a native definition, or the id of a stored workflow'),
};

const caseShape = record('case', {
  name: required(nonEmptyText, 'the port that fires'),
  when: required(any, 'the condition under which it fires'),
});

export const nodeConfigShapes: ReadonlyMap<string, RecordShape> = new Map([
  of('start', { schema: optional(jsonSchema, "the JSON schema of the run's input") }),
  of('function', {
    name: required(template(nonEmptyText), 'the name of a registered function'),
    args: optional(any, 'what it is called with; default: the inputs of the node'),
  }),
  of('transform', { value: advised(any, 'the value that the node gives') }),
  of('llm', { prompt: required(templateText, 'the message to the model'), ...modelCall }),
  of('agent', {
    prompt: optional(templateText, 'the message to the model; without it the conversation goes on'),
    ...modelCall,
    tools: optional(
      template(either(choice('auto'), list(template(text)), openObject)),
      'the tools that it may call: names, { name: { "enabled" } }, or "auto" for all',
    ),
    maxTurns: optional(template(integer(1)), 'model calls that it may make; default 20'),
    approve,
    turns: optional(
      choice('all', 'one'),
      'the whole tool loop (all), or a single model call (one)',
    ),
  }),
  of(
    'tool',
    {
      tool: optional(template(nonEmptyText), 'the tool to call'),
      args: optional(any, 'the arguments of the call'),
      calls: optional(
        template(list(any)),
        'the calls of a model message, for example "${previous.toolCalls}"',
      ),
      context: optional(templateText, 'the conversation that results of calls are appended to'),
      approve,
    },
    ['tool', 'calls'],
  ),
  of('if', { condition: required(any, 'the condition that chooses between true and false') }),
  of('switch', {
    cases: required(nonEmptyList(caseShape), 'the ports in order, each with its condition'),
    first: optional(boolean, 'whether only the first case that holds fires; default true'),
  }),
  of('map', {
    items: required(template(list(any)), 'the list; one child run is made per item'),
    ...children,
    concurrency: optional(template(integer(1)), 'child runs at the same time; default 8'),
    atLeast: optional(template(integer(0)), 'how many must succeed for the node to go on'),
    rest: optional(choice('cancel', 'finish'), 'what happens to the others then; cancel or finish'),
  }),
  of('subworkflow', {
    ...children,
    version: optional(templateText, 'the version of that workflow; default: the newest'),
    input: optional(any, 'the input of the child run'),
  }),
  of(
    'delay',
    {
      ms: optional(template(number(0)), 'milliseconds to wait'),
      until: optional(template(either(text, number())), 'the time to wait for'),
    },
    ['ms', 'until'],
  ),
  of('approval', {
    prompt: advised(templateText, 'the question that people are asked'),
    schema: optional(jsonSchema, 'the JSON schema of a form beside the decision'),
    ...waiting,
  }),
  of('input', {
    prompt: advised(templateText, 'the question that people are asked'),
    schema: optional(jsonSchema, 'the JSON schema that an answer must fit'),
    ...waiting,
  }),
  of('event', {
    name: required(template(nonEmptyText), 'the name of the event'),
    when: optional(any, 'a condition on the data of the event'),
    deadlineMs: waiting.deadlineMs,
  }),
  of('emit', {
    name: required(template(nonEmptyText), 'the name of the event'),
    data: optional(any, 'what it carries'),
  }),
  of('join', {}),
  of('stop', { reason: optional(any, 'why the run is stopped') }),
  of('end', { value: optional(any, 'the output of the run; default: the input of the node') }),
]);

function of(
  type: string,
  fields: Parameters<typeof record>[1],
  oneOf?: readonly string[],
): readonly [string, RecordShape] {
  return [type, record(`config of type "${type}"`, fields, oneOf)];
}
