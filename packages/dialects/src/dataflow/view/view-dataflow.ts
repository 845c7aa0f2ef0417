// A run in the shape of dataflow: what each node got and gave, and every conversation
// Made by replaying the journal: the state no longer has the inputs of finished activations.
//
// W1. A node shows its newest activation.
// W2. The context is neither an input nor an output here; it has a place of its own.
// W3. Of several names for one value only the first is shown.
import {
  equalJson,
  isObject,
  messagesOf,
  ownValue,
  rebuildState,
  runView,
  setOwn,
  type Derived,
  type Graph,
  type GraphNode,
  type Json,
  type JsonObject,
  type RunEvent,
  type RunState,
  type Usage,
} from '@skein/kernel';
import type { ViewedRun } from '../../dialect/dialect.ts';
import { contextSettings } from '../compile/lower-flow.ts';
import { functionValue } from '../read/flow-ports.ts';
import { contextPort } from '../read/read-flow.ts';

export function viewDataflow({ graph, state, journal }: ViewedRun): JsonObject {
  const native = runView(graph, state);
  const traces = traceNodes(graph, journal);
  const nodes: { [id: string]: Json } = {};
  for (const node of graph.nodes) {
    if (node.derived) continue;
    const shown = ownValue(native['nodes'] as JsonObject, node.id) as JsonObject;
    setOwn(nodes, node.id, viewNode(node, shown['status'] as string, traces.get(node.id)));
  }
  return { id: state.origin.run, status: state.status, nodes, contexts: viewContexts(state) };
}

/** What is known about the newest activation of a node. */
interface Trace {
  readonly activation: number;
  readonly inputs: JsonObject;
  startedAt: number | null;
  finishedAt: number | null;
  outputs: { readonly [port: string]: Json | undefined };
  input: number;
  output: number;
  metadata: JsonObject;
}

function traceNodes(graph: Graph, journal: readonly RunEvent[]): ReadonlyMap<string, Trace> {
  const traces = new Map<string, Trace>();
  rebuildState(graph, journal, (event, derived) => {
    noteEvent(traces, event);
    for (const item of derived) noteDerived(traces, event, item);
  });
  return traces;
}

/** What functions reported beside their results. */
function noteEvent(traces: Map<string, Trace>, event: RunEvent): void {
  if (!('node' in event) || !('activation' in event)) return;
  const trace = traces.get(event.node);
  if (trace?.activation !== event.activation) return;
  if ('usage' in event && event.usage !== undefined) addUsage(trace, event.usage);
  if (event.type === 'step.recorded' && event.key === 'metadata#1' && isObject(event.value)) {
    trace.metadata = event.value;
  }
}

function addUsage(trace: Trace, { inputTokens = 0, outputTokens = 0 }: Usage): void {
  trace.input += inputTokens;
  trace.output += outputTokens;
}

function noteDerived(traces: Map<string, Trace>, event: RunEvent, item: Derived): void {
  if (item.type === 'activation.created') {
    traces.set(item.node, {
      activation: item.activation,
      inputs: item.inputs,
      startedAt: null,
      finishedAt: null,
      outputs: {},
      input: 0,
      output: 0,
      metadata: {},
    });
    return;
  }
  if (!('activation' in item) || item.activation === null || item.node === null) return;
  const trace = traces.get(item.node);
  if (trace?.activation !== item.activation) return;
  if (item.type === 'activation.started') trace.startedAt ??= event.at;
  else if (item.type === 'activation.completed') {
    trace.finishedAt = event.at;
    trace.outputs = outputsOf(event, item);
  } else if (item.type === 'activation.failed') {
    trace.finishedAt = event.at;
    trace.outputs = { error: item.failure.message };
  } else if (item.type === 'activation.cancelled') trace.finishedAt = event.at;
}

/** The values on the ports: as the function gave them, else its value on each port that fired. */
function outputsOf(
  event: RunEvent,
  { node, activation, value, ports }: Derived & { type: 'activation.completed' },
): Trace['outputs'] {
  if (event.type === 'node.completed' && event.node === node && event.activation === activation) {
    if (event.ports !== undefined) return event.ports;
  }
  const outputs: { [port: string]: Json | undefined } = {};
  for (const port of ports) setOwn(outputs, port, value);
  return outputs;
}

const states: { readonly [status: string]: string } = {
  idle: 'pending',
  ready: 'pending',
  pending: 'pending',
  running: 'executing',
  retrying: 'executing',
  waiting: 'paused',
  completed: 'completed',
  failed: 'error',
  cancelled: 'error',
  skipped: 'skipped',
};

function viewNode(node: GraphNode, status: string, trace: Trace | undefined): JsonObject {
  return {
    state: states[status] ?? status,
    inputs: trace === undefined ? {} : viewInputs(node, trace.inputs),
    outputs: trace === undefined ? {} : viewOutputs(node, trace.outputs),
    metadata: trace === undefined ? {} : viewMetadata(trace),
  };
}

function viewInputs(node: GraphNode, inputs: JsonObject): JsonObject {
  const shown: { [port: string]: Json } = {};
  // What starts with the run has its input under a port that no edge leads to.
  for (const port of node.inputPorts) {
    const value = ownValue(inputs, port);
    if (port !== contextPort && value !== undefined) setOwn(shown, port, value);
  }
  return shown;
}

const aliases: { readonly [type: string]: readonly string[] } = {
  'dataflow.chat': ['data', 'response'],
  'dataflow.userInput': ['data'],
  'dataflow.manualInput': ['data'],
};

function viewOutputs(node: GraphNode, outputs: Trace['outputs']): JsonObject {
  const hidden = ownValue(aliases as unknown as JsonObject, node.type) as
    | readonly string[]
    | undefined;
  const shown: { [port: string]: Json } = {};
  for (const [port, value] of Object.entries(everyPort(node, outputs))) {
    if (value === undefined || isContext(node, port)) continue;
    // A function of the host in the place of the node may give different values under these names.
    const isAlias =
      hidden?.includes(port) && Object.values(shown).some((each) => equalJson(each, value));
    if (!isAlias) setOwn(shown, isFunctionValue(node, port) ? functionValue : port, value);
  }
  return shown;
}

function isFunctionValue({ type }: GraphNode, port: string): boolean {
  return type === 'function' && port === 'output';
}

/** `*` stands for every port that something is connected to. */
function everyPort(node: GraphNode, outputs: Trace['outputs']): Trace['outputs'] {
  if (!Object.hasOwn(outputs, '*')) return outputs;
  const named: { [port: string]: Json | undefined } = {};
  for (const port of node.outgoing.keys()) if (port !== 'error') setOwn(named, port, outputs['*']);
  return named;
}

function isContext({ outgoing, type }: GraphNode, port: string): boolean {
  if (port === contextPort) return true;
  if (type === 'dataflow.intentRouter' && port.endsWith('-context')) return true;
  return outgoing.get(port)?.every(({ carry }) => carry === 'context') ?? false;
}

function viewMetadata({ startedAt, finishedAt, input, output, metadata }: Trace): JsonObject {
  if (startedAt === null) return metadata;
  return {
    ...(finishedAt === null ? {} : { durationMs: finishedAt - startedAt }),
    tokenUsage: { input, output },
    cached: false,
    ...metadata,
  };
}

function viewContexts({ contexts }: RunState): JsonObject {
  const shown: { [id: string]: Json } = {};
  for (const id of new Set(['main', ...contexts.keys()])) {
    const context = contexts.get(id);
    const settings = context?.settings ?? {};
    const currentOutput = ownValue(settings, 'currentOutput');
    setOwn(shown, id, {
      contextId: id,
      provider: '',
      model: '',
      systemInstructions: '',
      ...contextSettings(settings),
      messageHistory: messagesOf(context).map(({ role, content }) => ({ role, content })),
      sessionId: id,
      currentOutput: currentOutput ?? '',
    });
  }
  return shown;
}
