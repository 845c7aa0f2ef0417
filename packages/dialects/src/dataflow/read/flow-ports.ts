// The outputs of the nodes of a dataflow, and how they leave in native form.
import { nativeType, type Known } from './native-type.ts';
import { contextPort, type FlowNode } from './read-flow.ts';

/** `any`: only its function knows; `every`: whatever is connected is fired. */
type FlowPorts = ReadonlySet<string> | 'any' | 'every';

export interface FlowSource {
  readonly type: string;
  /** Whether it calls a registered function. */
  readonly isFunction: boolean;
  readonly ports: FlowPorts;
}

/** The value of a registered function is called `result` here; `data` is understood, as in a chat. */
export const functionValue = 'result';

export function readSource(node: FlowNode, known: Known): FlowSource {
  const { type, config = {} } = node;
  const native = nativeType(type, known);
  const isFunction = native === 'function';
  const kind = native === null ? undefined : known.kinds.get(native);
  const named = isFunction && type !== 'function' ? { name: type } : config;
  const declared = typeof kind?.ports === 'function' ? kind.ports(named) : kind?.ports;
  const isEvery = declared === undefined || (declared === 'any' && kind?.firing === 'all');
  const ports = isEvery ? 'every' : declared;
  return {
    type,
    isFunction,
    // Where nothing is known about a function but its name, it gives one value.
    ports: typeof ports === 'object' ? new Set(ports) : isFunction ? new Set(['output']) : ports,
  };
}

export function functionPort(output: string): string {
  return output === functionValue || output === 'data' ? 'output' : output;
}

/** Which outputs have nothing to give but the context. */
export function isContextPort(output: string, sourceType: string): boolean {
  if (output === contextPort) return true;
  return sourceType === 'intentRouter' && output.endsWith('-context');
}

/**
 * By which port the context leaves on an edge from this one. A port that is fired keeps its say: who takes one of two branches sends
 * the context along that one. Any other name is only a name.
 */
export function contextWay(port: string, ports: FlowPorts, hasValue: boolean): string {
  if (ports === 'every' || port === 'error') return port;
  if (ports === 'any') return hasValue ? port : contextPort;
  if (ports.has(port)) return port;
  if (ports.has(contextPort)) return contextPort;
  const [only = port] = ports.has('output') ? ['output'] : ports;
  return ports.size === 1 || ports.has('output') ? only : port;
}
