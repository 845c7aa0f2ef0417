// Tasks: tools that someone offers.
import { isObject, listAt, ownValue, textAt, type Json, type JsonObject } from '@skein/kernel';
import { addEdge, bind, takeId } from '../draft/draft.ts';
import { computed } from '../draft/place.ts';
import {
  addState,
  chain,
  loseState,
  payload,
  retrySettings,
  rootsOf,
  uuidCode,
  type AslState,
  quoted,
} from './asl-scope.ts';
import { finishResult, placeAt, type Left } from './state-result.ts';

export function addTask(step: AslState, entry: string, input: string): Left {
  const { scope, state, name } = step;
  const helpers: string[] = [];
  const resource = textAt(state, 'Resource') ?? '';
  const waits = resource.endsWith('.waitForTaskToken');
  const token = waits ? takeId(scope.draft, `${name}_token`) : null;
  if (token !== null) {
    addState(step, { id: token, type: 'code', config: { code: uuidCode } });
    helpers.push(token);
  }
  const roots = rootsOf(step, input, helpers, token);
  const given = ownValue(state, 'Parameters') ?? ownValue(state, 'Arguments');
  const parameters = given === undefined ? computed(input) : payload(given, step, roots);
  const called = calledTool(resource, parameters);
  addState(step, {
    id: step.id,
    type: 'tool',
    config: { tool: called.tool, args: called.args },
    settings: retrySettings(step),
  });
  bind(scope.draft.report, {
    tool: called.tool,
    title: called.title,
    nodes: [name],
    parameters: {},
  });
  loseState(
    step,
    'binding',
    `"${name}" calls ${called.title}.`,
    `Offer a tool named "${called.tool}" from an MCP server, an OpenAPI document or a function; it returns what the service returns${called.isLambda ? ' as its payload' : ''}.`,
  );
  chain(step, [entry, ...helpers, step.id]);
  noteSettings(step);
  const answer = `${quoted(step.id)}.output.results[0].result`;
  const result = called.isLambda ? `{ Payload: ${answer}, StatusCode: 200 }` : answer;
  addCatchers(step, entry, [step.id]);
  if (token === null) return selectResult(step, entry, { from: step.id, result });
  const wait = takeId(scope.draft, `${name}_answer`);
  addState(step, { id: wait, type: 'event', config: { name: `task-token:\${${token}.output}` } });
  addEdge(scope.draft, { from: step.id, to: wait });
  return selectResult(step, entry, { from: wait, result: `${quoted(wait)}.output` });
}

/** `ResultSelector`, or `Output` of JSONata, over the result. */
export function selectResult(
  step: AslState,
  entry: string,
  { from, result }: { readonly from: string; readonly result: string },
): Left {
  const selector =
    ownValue(step.state, 'ResultSelector') ??
    (step.scope.isJsonata ? ownValue(step.state, 'Output') : undefined);
  if (selector === undefined) return finishResult(step, entry, { from, result });
  const helpers: string[] = [];
  const value = payload(selector, step, rootsOf(step, result, helpers));
  const id = takeId(step.scope.draft, `${step.name}_result`);
  addState(step, { id, type: 'transform', config: { value } });
  chain(step, [from, ...helpers, id]);
  return finishResult(step, entry, { from: id, result: `${quoted(id)}.output` });
}

interface Called {
  readonly tool: string;
  readonly title: string;
  readonly args: Json;
  readonly isLambda: boolean;
}

/** The tool of a resource: a function by its name, a service by its action. */
function calledTool(resource: string, parameters: Json): Called {
  const service =
    /:states:[^:]*:[^:]*:(.+?)(?:\.(?:sync(?::2)?|waitForTaskToken))?$/.exec(resource)?.[1] ?? '';
  const isInvoke = service === 'lambda:invoke';
  if (isInvoke && isObject(parameters)) {
    const name = functionName(textAt(parameters, 'FunctionName') ?? '');
    return {
      tool: toolWord(`lambda-${name}`),
      title: `the Lambda function ${name}`,
      args: ownValue(parameters, 'Payload') ?? {},
      isLambda: true,
    };
  }
  if (service !== '') {
    const short = service.replace(/^aws-sdk:/, '');
    return {
      tool: toolWord(short),
      title: `the service ${short}`,
      args: parameters,
      isLambda: false,
    };
  }
  const name = functionName(resource);
  const isFunction = /:function:|lambda/i.test(resource) || resource.includes('${');
  return {
    tool: toolWord(`${isFunction ? 'lambda-' : ''}${name}`),
    title: isFunction ? `the Lambda function ${name}` : `the resource ${name}`,
    args: parameters,
    isLambda: false,
  };
}

/** The last part of an ARN, without its version, or the name of what a deployment fills in. */
function functionName(text: string): string {
  const placeholder = /\$?\$\{([^}]+)\}/.exec(text)?.[1];
  const parts = (/:(?:function|activity):(.+)$/.exec(text)?.[1] ?? text).split(':');
  const name = placeholder ?? parts[0] ?? '';
  return name.replaceAll(/[^\p{L}\p{N}_-]+/gu, '-').replaceAll(/^-+|-+$/g, '') || 'function';
}

function toolWord(text: string): string {
  return text.replaceAll(/[^\p{L}\p{N}_-]+/gu, '-').slice(0, 100);
}

function noteSettings(step: AslState): void {
  const { state, name } = step;
  const lost = [
    'HeartbeatSeconds',
    'HeartbeatSecondsPath',
    'TimeoutSecondsPath',
    'Credentials',
  ].filter((key) => ownValue(state, key) !== undefined);
  if (lost.length === 0) return;
  loseState(
    step,
    'setting',
    `"${name}" has ${lost.join(', ')}, which has no counterpart.`,
    'Set "timeoutMs" of the node, or let the tool do it.',
  );
}

/** Errors are handled by the first catcher that names them; a failed tool is `States.TaskFailed` and has its code and message. */
export function addCatchers(step: AslState, entry: string, from: readonly string[]): void {
  const { scope, state } = step;
  const catchers = listAt(state, 'Catch').filter((each) => isObject(each));
  if (catchers.length === 0) return;
  const caught = takeId(scope.draft, `${step.name}_error`);
  addState(step, {
    id: caught,
    type: 'transform',
    config: { value: { Error: '${previous.code}', Cause: '${previous.message}' } },
  });
  for (const id of from) addEdge(scope.draft, { from: id, out: 'error', to: caught });
  const choice = takeId(scope.draft, `${step.name}_catch`);
  const cases = catchers.map((catcher, index) => ({
    name: `catch-${index + 1}`,
    when: catches(catcher, caught),
  }));
  addState(step, { id: choice, type: 'switch', config: { cases } });
  addEdge(scope.draft, { from: caught, to: choice });
  for (const [index, catcher] of catchers.entries()) {
    const to = scope.ids.get(textAt(catcher, 'Next') ?? '');
    const handled = takeId(scope.draft, `${step.name}_caught`);
    const path = ownValue(catcher, 'ResultPath');
    const raw = `${quoted(entry)}.output`;
    const error = `${quoted(caught)}.output`;
    const value =
      path === undefined || path === '$'
        ? error
        : path === null
          ? raw
          : placeAt(step, typeof path === 'string' ? path : '', raw, error);
    addState(step, { id: handled, type: 'transform', config: { value: computed(value) } });
    addEdge(scope.draft, { from: choice, out: `catch-${index + 1}`, to: handled });
    if (to !== undefined) addEdge(scope.draft, { from: handled, to });
  }
  if (catchers.some(catchesAll)) return;
  const failed = takeId(scope.draft, `${step.name}_uncaught`);
  const args = { error: `\${${caught}.output.Error}`, cause: `\${${caught}.output.Cause}` };
  addState(step, {
    id: failed,
    type: 'code',
    config: { code: 'throw Object.assign(new Error(args.cause), { name: args.error });', args },
  });
  addEdge(scope.draft, { from: choice, out: 'default', to: failed });
}

function catchesAll(catcher: JsonObject): boolean {
  return listAt(catcher, 'ErrorEquals').some(
    (name) => name === 'States.ALL' || name === 'States.TaskFailed',
  );
}

function catches(catcher: JsonObject, caught: string): Json {
  if (catchesAll(catcher)) return computed('true');
  const error = `${quoted(caught)}.output`;
  const tests = listAt(catcher, 'ErrorEquals').flatMap((name) => {
    if (typeof name !== 'string') return [];
    if (name === 'States.Timeout') return [`text(${error}.Error).includes("TIMEOUT")`];
    const written = JSON.stringify(name);
    return [`${error}.Error == ${written}`, `text(${error}.Cause).includes(${written})`];
  });
  return computed(tests.length === 0 ? 'false' : tests.join(' || '));
}
