// Tasks: tools that someone offers.
import { isObject, listAt, ownValue, textAt, type Json, type JsonObject } from '@skein/kernel';
import { addEdge, bind, takeId } from '../draft/draft.ts';
import { computed } from '../draft/place.ts';
import {
  addState,
  chain,
  loseState,
  payload,
  rootsOf,
  uuidCode,
  type AslState,
  quoted,
} from './asl-scope.ts';
import { errorTest, namedErrors, retrySettings } from './errors.ts';
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

/** Errors are handled by the first catcher that names them; one that none names fails the state, with its name. */
export function addCatchers(step: AslState, entry: string, from: readonly string[]): void {
  const { scope, state } = step;
  const catchers = listAt(state, 'Catch').filter((each) => isObject(each));
  if (catchers.length === 0) return;
  const caught = takeId(scope.draft, `${step.name}_error`);
  // A tool that threw an error with a name has failed with that; else the code is its name.
  const value = { Error: '${= previous.name ?? previous.code }', Cause: '${previous.message}' };
  const names = [`${quoted(caught)}.output.Error`];
  addState(step, { id: caught, type: 'transform', config: { value } });
  for (const id of from) addEdge(scope.draft, { from: id, out: 'error', to: caught });
  const choice = takeId(scope.draft, `${step.name}_catch`);
  const cases = catchers.map((catcher, index) => ({
    name: `catch-${index + 1}`,
    when: computed(errorTest(namedErrors(catcher), names)),
  }));
  addState(step, { id: choice, type: 'switch', config: { cases } });
  addEdge(scope.draft, { from: caught, to: choice });
  for (const [index, catcher] of catchers.entries())
    addCatcher(step, catcher, { entry, caught, choice, out: `catch-${index + 1}` });
  if (catchers.some((catcher) => listAt(catcher, 'ErrorEquals').includes('States.ALL'))) return;
  const failed = takeId(scope.draft, `${step.name}_uncaught`);
  const error = `\${${caught}.output.Error}`;
  addState(step, {
    id: failed,
    type: 'fail',
    config: { code: error, message: `\${${caught}.output.Cause}` },
  });
  addEdge(scope.draft, { from: choice, out: 'default', to: failed });
}

interface CatcherPlace {
  readonly entry: string;
  readonly caught: string;
  readonly choice: string;
  readonly out: string;
}

/** The way from a caught error to the state that goes on, with `{ Error, Cause }` where `ResultPath` says. */
function addCatcher(
  step: AslState,
  catcher: JsonObject,
  { entry, caught, choice, out }: CatcherPlace,
): void {
  const { draft, ids } = step.scope;
  const to = ids.get(textAt(catcher, 'Next') ?? '');
  const handled = takeId(draft, `${step.name}_caught`);
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
  addEdge(draft, { from: choice, out, to: handled });
  if (to !== undefined) addEdge(draft, { from: handled, to });
}
