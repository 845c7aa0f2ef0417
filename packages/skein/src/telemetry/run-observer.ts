// Runs and activations as spans
// O1. A run is a span, an activation one below it, a child run one below the activation that asked for it; all of a tree are one trace.
// O2. A run is an `invoke_workflow` of the conventions; an activation of an agent, and a call of one by another, is an `invoke_agent`.
// O3. Waits, retries and limits are events of the span that they belong to.
//     A run that was requested with a `traceparent`, or while a span was active, belongs to that trace, below that span.
// O4. Codes, ids, names and numbers are told; messages, inputs and outputs are not.
// O5. Code of nodes is called with the span of its activation as the active one.
import {
  context,
  isSpanContextValid,
  ROOT_CONTEXT,
  trace as tracing,
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
  type Within,
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
  type AgentCall,
  type Place,
  type RunTrace,
} from './run-trace.ts';
import { activationSubject, agentSubject, runSubject } from './span-subjects.ts';
import type { Telemetry } from './telemetry.ts';
import { spanIdOf, traceIdOf, traceparentOf } from './trace-ids.ts';

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
        trace.isWritten = true;
        if (row.type === 'run.started') this.#beginRun(run, trace, row.at);
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
      trace.isWritten = true;
      const { spans } = this.#telemetry;
      spans.begin(trace, runSubject(run, trace));
      for (const { startedAt, ...place } of activations) {
        beginActivation(trace, place, startedAt);
        spans.begin(trace, activationSubject(run, place));
      }
      for (const { createdAt: at, ...wait } of waits) openWait(trace, wait, at);
    });
  }

  left(run: string): void {
    const trace = this.#runs.get(run);
    this.#runs.delete(run);
    if (trace !== undefined) this.#telemetry.safely(() => this.#telemetry.spans.leave(trace));
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

  callerTrace(given: string | undefined): string | undefined {
    const active = tracing.getSpanContext(context.active());
    if (active === undefined || !isSpanContextValid(active)) return given;
    const asked = readTraceparent(given);
    // Where both are of one trace, as with a request that the host traces too, the active span is the closer one.
    return asked === null || asked.traceId === active.traceId ? traceparentOf(active) : given;
  }

  starting(run: ObservedRun): string | null {
    const kept = this.#telemetry.safely(() => {
      const trace = this.#traceOf(run, 0, context.active());
      this.#telemetry.spans.begin(trace, runSubject(run, trace));
      return run.trace ?? this.#telemetry.spans.keep(trace);
    });
    return kept ?? run.trace;
  }

  within(call: ObservedCall): Within | undefined {
    const at = this.#parentOf(call, call.node);
    return at === null ? undefined : (code) => context.with(at, code);
  }

  #traceOf({ id, origin, trace: asked }: ObservedRun, at: number, base = ROOT_CONTEXT): RunTrace {
    const known = this.#runs.get(id);
    if (known !== undefined) return known;
    const asker = readTraceparent(asked);
    const trace: RunTrace = {
      run: id,
      traceId: asker?.traceId ?? traceIdOf(origin.root ?? id),
      asker,
      base,
      open: new Set(),
      isWritten: false,
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
    if (trace === undefined) return null;
    const agents = trace.activations.get(keyOf({ node, activation }))?.agents ?? new Map();
    const [callId] = asker === node ? [] : newestOf(agents, asker);
    const inside = callId === undefined ? [] : ['agent', callId];
    return this.#telemetry.spans.below(trace, spanIdOf(run.id, node, activation, ...inside));
  }

  #beginRun(run: ObservedRun, trace: RunTrace, at: number): void {
    trace.createdAt = at;
    this.#telemetry.spans.begin(trace, runSubject(run, trace));
    this.#count(run, 'started');
  }

  #onFact(
    run: ObservedRun,
    trace: RunTrace,
    { fact, at }: { readonly fact: Derived; readonly at: number },
  ): void {
    switch (fact.type) {
      case 'activation.started':
        beginActivation(trace, fact, at).attempt = fact.attempt;
        this.#telemetry.spans.begin(trace, activationSubject(run, fact));
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
      case 'items.taken':
      case 'steps.done':
      case 'condition.tried':
      case 'edge.fired':
      case 'node.skipped':
      case 'token.absorbed':
      case 'token.dropped':
      case 'state.changed':
      case 'run.responded':
        return;
    }
  }

  #endActivation(
    run: ObservedRun,
    trace: RunTrace,
    ended: Place & { readonly at: number; readonly outcome: string; readonly error?: string },
  ): void {
    const { at, outcome, error } = ended;
    const key = keyOf(ended);
    const begun = trace.activations.get(key);
    trace.activations.delete(key);
    const subject = activationSubject(run, ended);
    const outcomes = { 'skein.outcome': outcome };
    this.#telemetry.instruments.activations.add(1, {
      'skein.node.type': subject.attributes['skein.node.type'],
      ...outcomes,
    });
    this.#telemetry.spans.end(trace, {
      ...subject,
      from: begun?.startedAt ?? at,
      to: at,
      events: begun?.events ?? [],
      error: outcome === 'failed' ? (error ?? '_OTHER') : null,
      attributes: { ...subject.attributes, ...outcomes, 'skein.attempt': begun?.attempt ?? 1 },
    });
  }

  #endRun(
    run: ObservedRun,
    trace: RunTrace,
    { status, at }: { readonly status: string; readonly at: number },
  ): void {
    this.#count(run, status);
    const ended = { 'skein.run.status': status };
    this.#telemetry.instruments.runSeconds.record((at - trace.createdAt) / 1000, ended);
    const isFailed = status === 'failed' || status === 'stalled';
    const subject = runSubject(run, trace);
    this.#telemetry.spans.end(trace, {
      ...subject,
      from: trace.createdAt,
      to: at,
      events: trace.events,
      error: isFailed ? (trace.failure ?? status.toUpperCase()) : null,
      attributes: { ...subject.attributes, ...ended },
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
    const { spans } = this.#telemetry;
    if (step === 'subagent.start') {
      const outer = ownValue(value, 'parentCallId');
      const inside = typeof outer === 'string' ? ['agent', outer] : [];
      const call: AgentCall = {
        node: textIn(value, 'node'),
        name: textIn(value, 'nodeName'),
        parent: spanIdOf(run.id, node, activation, ...inside),
        startedAt: at,
      };
      agents.set(callId, call);
      spans.begin(trace, agentSubject(run, row, { callId, call }));
      return;
    }
    const call = agents.get(callId);
    if (step !== 'subagent.end' || call === undefined) return;
    agents.delete(callId);
    spans.end(trace, {
      ...agentSubject(run, row, { callId, call }),
      from: call.startedAt,
      to: at,
      events: [],
      error: Object.hasOwn(value, 'error') ? '_OTHER' : null,
    });
  }

  #count({ origin }: ObservedRun, status: string): void {
    this.#telemetry.instruments.runs.add(1, {
      'skein.run.status': status,
      'skein.workflow.id': origin.workflow.id,
    });
  }
}

function textIn(value: { readonly [key: string]: unknown }, key: string): string {
  const text = Object.hasOwn(value, key) ? value[key] : undefined;
  return typeof text === 'string' ? text : '';
}
