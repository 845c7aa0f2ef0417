// What the spans of runs are called, and what they say.
import type { Attributes } from '@opentelemetry/api';
import { withoutUndefined, type ObservedRun } from '@skein/ports';
import type { SpanSubject } from './run-spans.ts';
import type { AgentCall, Place, RunTrace } from './run-trace.ts';
import { shortText } from './said.ts';
import { spanIdOf } from './trace-ids.ts';

export function runSubject({ id, origin }: ObservedRun, trace: RunTrace): SpanSubject {
  const { workflow, name, root, parent } = origin;
  const called = shortText(name ?? workflow.id);
  return {
    name: `invoke_workflow ${called}`,
    spanId: spanIdOf(id),
    parentId: parent === undefined ? (trace.asker?.spanId ?? null) : parentSpan(parent),
    attributes: {
      'gen_ai.operation.name': 'invoke_workflow',
      'gen_ai.workflow.name': called,
      'skein.run.id': id,
      'skein.workflow.id': workflow.id,
      'skein.workflow.version': workflow.version,
      ...withoutUndefined({ 'skein.run.root': root }),
    },
  };
}

export function activationSubject(run: ObservedRun, place: Place): SpanSubject {
  const { node, activation } = place;
  const described = run.graph.nodeById.get(node);
  const type = described?.type ?? 'unknown';
  const isAgent = /(?:^|\.)agent/i.test(type);
  const name = described?.name ?? node;
  return {
    name: isAgent ? `invoke_agent ${shortText(name)}` : `${type} ${shortText(node)}`,
    spanId: spanIdOf(run.id, node, activation),
    parentId: spanIdOf(run.id),
    attributes: {
      'skein.run.id': run.id,
      'skein.workflow.id': run.origin.workflow.id,
      'skein.node.id': shortText(node),
      'skein.node.type': type,
      'skein.activation': activation,
      ...(isAgent && agentAttributes(name)),
    },
  };
}

/** A call of one agent by another, inside an activation. */
export function agentSubject(
  run: ObservedRun,
  { node, activation }: Place,
  { callId, call }: { readonly callId: string; readonly call: AgentCall },
): SpanSubject {
  return {
    name: `invoke_agent ${shortText(call.name)}`,
    spanId: spanIdOf(run.id, node, activation, 'agent', callId),
    parentId: call.parent,
    attributes: {
      'skein.run.id': run.id,
      'skein.node.id': shortText(call.node),
      ...agentAttributes(call.name),
    },
  };
}

function agentAttributes(name: string): Attributes {
  return { 'gen_ai.operation.name': 'invoke_agent', 'gen_ai.agent.name': shortText(name) };
}

/** A child hangs on an activation: its path is node, activation and index, read from the end. */
function parentSpan({ run, path }: { readonly run: string; readonly path: string }): string {
  const [, node = '', activation = '1'] = /^(.*)#(\d+)\/\d+$/s.exec(path) ?? [];
  return spanIdOf(run, node, Number(activation));
}
