// The node type `function`
// Calls a function that the host registered. Its config is read by hand: this is the hottest node.
import {
  closestName,
  ownValue,
  setOwn,
  type Json,
  type JsonObject,
  type NodeResult,
} from '@skein/kernel';
import type { NodeCall, NodeIo } from '@skein/ports';
import type { ArgumentSchema } from '../argument-schema.ts';
import { failureError } from '../failure-error.ts';
import {
  argsSchemaOf,
  type FunctionResult,
  type RegisteredFunction,
} from '../functions/registered-function.ts';
import { firedPortsOf, type FiredPort } from '../functions/port.ts';
import type { NativeBehaviour } from './native-behaviour.ts';
import { badConfig } from '../configs/read-config.ts';

export type FunctionRegistry = ReadonlyMap<string, RegisteredFunction>;

export function functionBehaviour(functions: FunctionRegistry): NativeBehaviour {
  return {
    ports: (config) => portsOf(functions, config),
    run: (call, io) => runFunction(functions, call, io),
    effectOf: (config) => registeredIn(functions, config)?.effect,
    takes: (config) => takenBy(registeredIn(functions, config)),
    isFast: (config) => registeredIn(functions, config)?.isFast === true,
    halves: {
      call: (call, io) => callFunction(functions, call, io),
      settle: (returned, { config }) => settleFunction(functions, config, returned),
    },
  };
}

/** Not async: a function that returns a plain value should not cost a promise. */
function runFunction(
  functions: FunctionRegistry,
  call: NodeCall,
  io: NodeIo,
): NodeResult | Promise<NodeResult> {
  const returned = callFunction(functions, call, io);
  if (returned instanceof Promise)
    return returned.then((value) => settleFunction(functions, call.config, value));
  return settleFunction(functions, call.config, returned);
}

function callFunction(
  functions: FunctionRegistry,
  call: NodeCall,
  io: NodeIo,
): ReturnType<RegisteredFunction['run']> {
  const name = ownValue(call.config, 'name');
  if (typeof name !== 'string' || name === '')
    throw badConfig(call, ['name'], '"name" must be the name of a registered function');
  const registered = functions.get(name);
  if (registered === undefined) throw functionNotFound(name, functions);
  const given = ownValue(call.config, 'args');
  const args = given === undefined ? call.inputs : given;
  const schema = argsSchemaOf(registered);
  const run = () => registered.run(parseArgs(name, schema, args), io, call);
  const ahead = schema?.json === undefined ? undefined : io.checkAhead?.(schema.json, args);
  return ahead === undefined ? run() : ahead.then(run);
}

/** The config has been checked by the call. */
function settleFunction(
  functions: FunctionRegistry,
  config: JsonObject,
  given: unknown,
): NodeResult {
  const name = config['name'] as string;
  const registered = functions.get(name) as RegisteredFunction;
  const returned = given as FunctionResult | void;
  const fired = firedPortsOf(returned);
  if (fired !== undefined) return firePorts(name, registered, fired);
  if (registered.ports !== undefined && !registered.ports.includes('output'))
    throw unknownPort(name, registered, 'output');
  // Not a fired port, so it is a value.
  return returned === undefined ? {} : { value: returned as Json };
}

/** A name that is still a template can only be known when the node runs. */
function portsOf(functions: FunctionRegistry, config: JsonObject): readonly string[] | 'any' {
  const registered = registeredIn(functions, config);
  return registered === undefined ? 'any' : (registered.ports ?? ['output']);
}

function registeredIn(
  functions: FunctionRegistry,
  config: JsonObject,
): RegisteredFunction | undefined {
  const name = ownValue(config, 'name');
  return typeof name === 'string' ? functions.get(name) : undefined;
}

function takenBy(registered: RegisteredFunction | undefined): JsonObject | undefined {
  return registered && argsSchemaOf(registered)?.describe();
}

function parseArgs(name: string, schema: ArgumentSchema | undefined, args: Json): unknown {
  if (schema === undefined) return args;
  const parsed = schema.parse(args);
  if (parsed.ok) return parsed.args;
  throw failureError({
    code: 'FUNCTION_ARGS_INVALID',
    message: `The arguments of function "${name}" are invalid: ${parsed.problems.join('; ')}.`,
    retry: 'never',
    data: { name },
  });
}

function firePorts(
  name: string,
  registered: RegisteredFunction,
  fired: readonly FiredPort[],
): NodeResult {
  const ports: { [port: string]: Json } = {};
  for (const { port, value } of fired) {
    if (!(registered.ports ?? ['output']).includes(port)) throw unknownPort(name, registered, port);
    setOwn(ports, port, value);
  }
  const [first] = fired;
  return { value: fired.length === 1 && first !== undefined ? first.value : ports, ports };
}

function functionNotFound(name: string, functions: FunctionRegistry): Error {
  const closest = closestName(name, functions.keys());
  const hint =
    closest === null
      ? `Register it, or use one of: ${[...functions.keys()].toSorted().join(', ') || 'none yet'}.`
      : `Did you mean "${closest}"?`;
  return failureError({
    code: 'FUNCTION_NOT_FOUND',
    message: `Function not found: ${name}`,
    retry: 'never',
    data: { name, hint },
  });
}

function unknownPort(name: string, registered: RegisteredFunction, port: string): Error {
  const declared = (registered.ports ?? ['output']).join(', ');
  return failureError({
    code: 'FUNCTION_PORT_UNKNOWN',
    message: `Function "${name}" fired the port "${port}", which it does not declare. Declared: ${declared}.`,
    retry: 'never',
    data: { name, port },
  });
}
