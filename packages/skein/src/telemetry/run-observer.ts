// Runs and activations as spans
// A span is made when its subject has ended, with the time at which that began. So nothing is held open over days and restarts, and one
// process can end what another one began: both derive the same ids (Trace ids).
//
// O1. A run is a span, an activation one below it, a child run one below the activation that asked for it; all of a tree are one trace.
// O2. An activation of an agent, and a call of one by another, is an `invoke_agent` of the conventions.
// O3. Waits, retries and limits are events of the span that they belong to.
//     A run that was requested with a `traceparent` belongs to that trace, below that span.
// O4. Codes, ids, names and numbers are told; messages, inputs and outputs are not.
import {
  ROOT_CONTEXT,
  SpanKind,
  SpanStatusCode,
  trace as tracing,
  type Attributes,
  type Context,
} from '@opentelemetry/api';
import { isObject, ownValue, type Derived, type RunEvent } from '@skein/kernel';
import {
  readTraceparent,
  type BegunThings,
  type LanguageModel,
  type ObservedCall,
  type ObservedRun,
  type Observer,
  type ToolSource,
} from '@skein/ports';
import { observedModel } from './observed-model.ts';
import { observedTools } from './observed-tools.ts';
import {
  beginActivation,
  closeWait,
  keyOf,
  newestOf,
  noteEvent,
  openWait,
  type Place,
  type RunTrace,
  type TimedEvent,
} from './run-trace.ts';
import { shortText } from './said.ts';
import type { Telemetry } from './telemetry.ts';
import { contextOf, spanIdOf, timeOf, traceIdOf, traceparentOf } from './trace-ids.ts';

export class RunObserver implements Observer {
  readonly #telemetry: Telemetry;
  readonly #runs = new Map<string, RunTrace>();

  constructor(telemetry: Telemetry) {
    this.#telemetry = telemetry;
  }

  watchLoad(load: Parameters<Observer['watchLoad']>[0]): void {
    this.#telemetry.instruments.watchLoad(load);
  }

  rows(
    run: ObservedRun,
    rows: readonly RunEvent[],
    derived: readonly (readonly Derived[])[],
  ): void {
    this.#telemetry.safely(() => {
      rows.forEach((row, i) => {
        const trace = this.#traceOf(run, row.at);
        if (row.type === 'run.started') this.#count(run, 'started');
        if (row.type === 'step.recorded') this.#onStep(run, trace, row);
        if (row.type === 'wait.answered')
          closeWait(trace, row.wait, { how: 'answered', at: row.at });
        if (row.type === 'wait.expired') closeWait(trace, row.wait, { how: 'expired', at: row.at });
        for (const fact of derived[i] ?? []) this.#onFact(run, trace, { fact, at: row.at });
      });
    });
  }

  resumed(run: ObservedRun, { createdAt, activations, waits }: BegunThings): void {
    this.#telemetry.safely(() => {
      const trace = this.#traceOf(run, createdAt);
      for (const { startedAt, ...place } of activations) beginActivation(trace, place, startedAt);
      for (const { createdAt: at, ...wait } of waits) openWait(trace, wait, at);
    });
  }

  left(run: string): void {
    this.#runs.delete(run);
  }

  model(model: LanguageModel, call: ObservedCall): LanguageModel {
    return observedModel(model, this.#telemetry, (asker) => this.#parentOf(call, asker));
  }

  tools(tools: ToolSource, call: ObservedCall): ToolSource {
    return observedTools(tools, this.#telemetry, (caller) => this.#parentOf(call, caller));
  }

  traceOf(call: ObservedCall): string | undefined {
    const at = this.#parentOf(call, call.node);
    const spanContext = at === null ? undefined : tracing.getSpanContext(at);
    return spanContext === undefined ? undefined : traceparentOf(spanContext);
  }

  #traceOf({ id, origin, trace: asked }: ObservedRun, at: number): RunTrace {
    const known = this.#runs.get(id);
    if (known !== undefined) return known;
    const asker = readTraceparent(asked);
    const traceId = asker?.traceId ?? traceIdOf(origin.root ?? id);
    const trace: RunTrace = {
      traceId,
      askerId: asker?.spanId ?? null,
      isSampled: asker?.isSampled !== false && this.#telemetry.isSampled(traceId),
      createdAt: at,
      events: [],
      activations: new Map(),
      waits: new Map(),
      failure: null,
    };
    this.#runs.set(id, trace);
    return trace;
  }

  /** The span of the activation, or of the subagent call in it that this node stands for. */
  #parentOf({ run, node, activation }: ObservedCall, asker: string): Context | null {
    const trace = this.#runs.get(run.id);
    if (trace === undefined || !trace.isSampled) return null;
    const agents = trace.activations.get(keyOf({ node, activation }))?.agents ?? new Map();
    const [callId] = asker === node ? [] : newestOf(agents, asker);
    const inside = callId === undefined ? [] : ['agent', callId];
    return contextOf(trace.traceId, spanIdOf(run.id, node, activation, ...inside));
  }

  #onFact(
    run: ObservedRun,
    trace: RunTrace,
    { fact, at }: { readonly fact: Derived; readonly at: number },
  ): void {
    switch (fact.type) {
      case 'activation.started':
        beginActivation(trace, fact, at).attempt = fact.attempt;
        return;
      case 'activation.completed':
        this.#endActivation(run, trace, { ...fact, at, outcome: 'completed' });
        return;
      case 'activation.cancelled':
        this.#endActivation(run, trace, { ...fact, at, outcome: 'cancelled' });
        return;
      case 'activation.failed':
        if (!fact.handled) trace.failure = fact.failure.code;
        this.#endActivation(run, trace, {
          ...fact,
          at,
          outcome: 'failed',
          error: fact.failure.code,
        });
        return;
      case 'activation.retrying': {
        const attributes = { 'error.type': fact.failure.code };
        noteEvent(trace, fact, { name: 'skein.retry', at, attributes });
        return;
      }
      case 'wait.opened':
        openWait(trace, { ...fact, kind: fact.question.kind }, at);
        return;
      case 'wait.closed':
        closeWait(trace, fact.wait, { how: 'cancelled', at });
        return;
      case 'limit.reached': {
        const attributes = { 'skein.limit': fact.limit };
        noteEvent(trace, null, { name: 'skein.limit.reached', at, attributes });
        return;
      }
      case 'run.status':
        if (fact.status !== 'running' && fact.status !== 'waiting' && fact.status !== 'created') {
          this.#endRun(run, trace, { status: fact.status, at });
        }
        return;
      case 'activation.created':
      case 'activation.pending':
      case 'condition.tried':
      case 'edge.fired':
      case 'node.skipped':
      case 'token.absorbed':
      case 'token.dropped':
        return;
    }
  }

  #endActivation(
    run: ObservedRun,
    trace: RunTrace,
    ended: Place & { readonly at: number; readonly outcome: string; readonly error?: string },
  ): void {
    const { node, activation, at, outcome, error } = ended;
    const key = keyOf(ended);
    const begun = trace.activations.get(key);
    trace.activations.delete(key);
    const described = run.graph.nodeById.get(node);
    const type = described?.type ?? 'unknown';
    this.#telemetry.instruments.activations.add(1, {
      'skein.node.type': type,
      'skein.outcome': outcome,
    });
    if (!trace.isSampled) return;
    const isAgent = /(?:^|\.)agent/i.test(type);
    const name = described?.name ?? node;
    this.#emit(trace, {
      name: isAgent ? `invoke_agent ${shortText(name)}` : `${type} ${shortText(node)}`,
      spanId: spanIdOf(run.id, node, activation),
      parentId: spanIdOf(run.id),
      from: begun?.startedAt ?? at,
      to: at,
      events: begun?.events ?? [],
      error: outcome === 'failed' ? (error ?? '_OTHER') : null,
      attributes: {
        'skein.run.id': run.id,
        'skein.workflow.id': run.origin.workflow.id,
        'skein.node.id': shortText(node),
        'skein.node.type': type,
        'skein.activation': activation,
        'skein.attempt': begun?.attempt ?? 1,
        'skein.outcome': outcome,
        ...(isAgent ? agentAttributes(name) : {}),
      },
    });
  }

  #endRun(
    run: ObservedRun,
    trace: RunTrace,
    { status, at }: { readonly status: string; readonly at: number },
  ): void {
    const { origin, id } = run;
    this.#count(run, status);
    this.#telemetry.instruments.runSeconds.record((at - trace.createdAt) / 1000, {
      'skein.run.status': status,
    });
    if (!trace.isSampled) return;
    const isFailed = status === 'failed' || status === 'stalled';
    this.#emit(trace, {
      name: `run ${shortText(origin.workflow.id)}`,
      spanId: spanIdOf(id),
      parentId: origin.parent === undefined ? trace.askerId : parentSpan(origin.parent),
      from: trace.createdAt,
      to: at,
      events: trace.events,
      error: isFailed ? (trace.failure ?? status.toUpperCase()) : null,
      attributes: {
        'skein.run.id': id,
        'skein.run.status': status,
        'skein.workflow.id': origin.workflow.id,
        'skein.workflow.version': origin.workflow.version,
        ...(origin.name === undefined ? {} : { 'skein.workflow.name': shortText(origin.name) }),
        ...(origin.root === undefined ? {} : { 'skein.run.root': origin.root }),
      },
    });
  }

  #onStep(
    run: ObservedRun,
    trace: RunTrace,
    row: Extract<RunEvent, { type: 'step.recorded' }>,
  ): void {
    const { node, activation, value, at } = row;
    const step = isObject(value) ? ownValue(value, 'type') : undefined;
    const callId = isObject(value) ? ownValue(value, 'callId') : undefined;
    if (!isObject(value) || typeof callId !== 'string') return;
    const agents = beginActivation(trace, row, at).agents;
    if (step === 'subagent.start') {
      const outer = ownValue(value, 'parentCallId');
      const inside = typeof outer === 'string' ? ['agent', outer] : [];
      agents.set(callId, {
        node: textIn(value, 'node'),
        name: textIn(value, 'nodeName'),
        parent: spanIdOf(run.id, node, activation, ...inside),
        startedAt: at,
      });
      return;
    }
    const call = agents.get(callId);
    if (step !== 'subagent.end' || call === undefined) return;
    agents.delete(callId);
    if (!trace.isSampled) return;
    this.#emit(trace, {
      name: `invoke_agent ${shortText(call.name)}`,
      spanId: spanIdOf(run.id, node, activation, 'agent', callId),
      parentId: call.parent,
      from: call.startedAt,
      to: at,
      events: [],
      error: Object.hasOwn(value, 'error') ? '_OTHER' : null,
      attributes: {
        'skein.run.id': run.id,
        'skein.node.id': shortText(call.node),
        ...agentAttributes(call.name),
      },
    });
  }

  #emit(
    { traceId }: RunTrace,
    made: {
      readonly name: string;
      readonly spanId: string;
      readonly parentId: string | null;
      readonly from: number;
      readonly to: number;
      readonly events: readonly TimedEvent[];
      readonly error: string | null;
      readonly attributes: Attributes;
    },
  ): void {
    const { tracer, ids } = this.#telemetry;
    const { name, spanId, parentId, from, to, events, error, attributes } = made;
    const options = { kind: SpanKind.INTERNAL, startTime: timeOf(from), attributes };
    const parent = parentId === null ? ROOT_CONTEXT : contextOf(traceId, parentId);
    const span = ids.with(traceId, spanId, () => tracer.startSpan(name, options, parent));
    for (const event of events) span.addEvent(event.name, event.attributes, timeOf(event.at));
    if (error !== null)
      span.setAttribute('error.type', error).setStatus({ code: SpanStatusCode.ERROR });
    span.end(timeOf(to));
  }

  #count({ origin }: ObservedRun, status: string): void {
    this.#telemetry.instruments.runs.add(1, {
      'skein.run.status': status,
      'skein.workflow.id': origin.workflow.id,
    });
  }
}

/** A child hangs on an activation: its path is node, activation and index, read from the end. */
function parentSpan({ run, path }: { readonly run: string; readonly path: string }): string {
  const [, node = '', activation = '1'] = /^(.*)#(\d+)\/\d+$/s.exec(path) ?? [];
  return spanIdOf(run, node, Number(activation));
}

function agentAttributes(name: string): Attributes {
  return { 'gen_ai.operation.name': 'invoke_agent', 'gen_ai.agent.name': shortText(name) };
}

function textIn(value: { readonly [key: string]: unknown }, key: string): string {
  const text = Object.hasOwn(value, key) ? value[key] : undefined;
  return typeof text === 'string' ? text : '';
}
