// An activation begins
// Nodes that need no slot are computed, asked or handed over at once; those that run a function take their place in the
// order of the ready ones.
import { evaluateCondition } from '../../conditions/evaluate-condition.ts';
import type { Tried } from '../../conditions/condition.ts';
import type { NodeResult } from '../../events.ts';
import { setOwn, type Json, type JsonObject } from '../../json.ts';
import { excessOf } from '../../values/json-weight.ts';
import type { Reference } from '../../references/template.ts';
import { resolveTemplate } from '../../references/resolve-template.ts';
import { addEffect, derive, type Batch } from '../batch/batch.ts';
import { startChildren } from './child-runs.ts';
import { completeActivation } from './complete-activation.ts';
import { failActivation } from './fail-activation.ts';
import { finishRun } from './finish-run.ts';
import { removeAlive, setStatus } from '../../state/node-state.ts';
import { openDelay, openWait } from '../waits/open-wait.ts';
import { makePending } from '../waits/pending.ts';
import { scopeOf } from '../../scope/scope.ts';
import { releaseMutex, takeMutex } from '../waits/slots.ts';
import type { Activation, Ports, Token } from '../../state/run-state.ts';

/** Tokens when it completed at once, `place` when it needs a slot, null when it waits or is over. */
export function beginActivation(
  batch: Batch,
  activation: Activation,
): readonly Token[] | 'place' | null {
  const { mode } = activation.node.kind;
  if (mode !== 'wait') {
    const mutex = takeMutex(batch, activation);
    if (mutex.kind === 'unresolved') return refuseUnresolved(batch, activation, mutex.missing);
    if (mutex.kind === 'queued') return null;
  }
  if (mode === 'execute') return 'place';
  const refused = resolveConfig(batch, activation);
  if (refused !== null) return refused;
  markStarted(batch, activation);
  switch (mode) {
    case 'start':
    case 'transform':
    case 'if':
    case 'switch':
    case 'join':
    case 'stop':
    case 'end':
      batch.pureLeft--;
      return computeNode(batch, activation);
    case 'wait':
      openWait(batch, activation);
      return null;
    case 'delay':
      return openDelay(batch, activation);
    case 'emit':
      return emitEvent(batch, activation);
    case 'map':
    case 'subworkflow':
      return startChildren(batch, activation);
  }
}

function computeNode(batch: Batch, activation: Activation): readonly Token[] {
  const { node, previous } = activation;
  if (node.kind.mode === 'end') {
    const config = activation.config as JsonObject;
    const output = Object.hasOwn(config, 'value') ? config.value : previous;
    completeQuietly(batch, activation, output);
    finishRun(batch, 'completed', { output });
    return [];
  }
  const result = pureResult(batch, activation);
  const excess = excessOf(result.value);
  if (excess !== null) return refuseExcess(batch, activation, excess);
  return completeActivation(batch, activation, result);
}

function completeQuietly(batch: Batch, activation: Activation, value: Json | undefined): void {
  const { owner } = activation;
  completeActivation(batch, activation, value === undefined ? { ports: {} } : { value, ports: {} });
  if (activation.status !== 'over') removeAlive(batch.state, activation);
  owner.ended = 'completed';
}

function pureResult(batch: Batch, activation: Activation): NodeResult {
  const { node, previous, inputs } = activation;
  const config = activation.config as JsonObject;
  switch (node.kind.mode) {
    case 'transform':
      return withValue(config.value);
    case 'if': {
      const holds = tryCondition(batch, activation, 0);
      return { ...withValue(previous), ports: { [holds ? 'true' : 'false']: previous } };
    }
    case 'switch':
      return { ...withValue(previous), ports: switchPorts(batch, activation) };
    case 'join': {
      const onlyInput = node.inputPorts.length === 1 && node.inputPorts[0] === 'input';
      return withValue(onlyInput ? inputs.input : inputs);
    }
    case 'stop':
      return { stop: { reason: typeof config.reason === 'string' ? config.reason : '' } };
    case 'start':
    case 'end':
    case 'wait':
    case 'delay':
    case 'emit':
    case 'map':
    case 'subworkflow':
    case 'execute':
      return withValue(previous);
  }
}

function withValue(value: Json | undefined): NodeResult {
  return value === undefined ? {} : { value };
}

function switchPorts(batch: Batch, activation: Activation): Ports {
  const { node, previous, config } = activation;
  const firstOnly = config?.first !== false;
  const ports: { [port: string]: Json | undefined } = {};
  let matched = false;
  for (let index = 0; index < node.conditions.length; index++) {
    if (!tryCondition(batch, activation, index)) continue;
    matched = true;
    setOwn(ports, node.conditions[index]?.name ?? '', previous);
    if (firstOnly) break;
  }
  if (!matched) ports.default = previous;
  return ports;
}

function tryCondition(batch: Batch, activation: Activation, index: number): boolean {
  const condition = activation.node.conditions[index];
  if (condition === undefined) return false;
  const tried: Tried[] | undefined = batch.isWatched ? [] : undefined;
  const result = evaluateCondition(condition.when, scopeOf(batch, activation), tried);
  if (tried === undefined) return result;
  const { node, n } = activation;
  const { name } = condition;
  derive(batch, {
    type: 'condition.tried',
    node: node.id,
    activation: n,
    name,
    tried,
    result,
  });
  return result;
}

function emitEvent(batch: Batch, activation: Activation): null {
  const { node, n, previous } = activation;
  const config = activation.config as JsonObject;
  setStatus(batch.state, activation, 'running');
  const data = Object.hasOwn(config, 'data') ? config.data : previous;
  addEffect(batch, {
    type: 'emit',
    node: node.id,
    activation: n,
    name: typeof config.name === 'string' ? config.name : '',
    ...(data === undefined ? {} : { data }),
  });
  return null;
}

/** Resolves the config once. Null when that worked; else it is pending, or failed with these tokens on its error port. */
export function resolveConfig(batch: Batch, activation: Activation): readonly Token[] | null {
  const { node } = activation;
  if (activation.config !== null) return null;
  if (node.constantConfig !== null) {
    activation.config = node.constantConfig;
    return null;
  }
  const resolved = resolveTemplate(node.config, scopeOf(batch, activation));
  if (resolved.ok) {
    // The config of a definition is an object, and resolving keeps its shape.
    activation.config = resolved.value as JsonObject;
    return null;
  }
  return refuseUnresolved(batch, activation, resolved.missing);
}

function refuseUnresolved(
  batch: Batch,
  activation: Activation,
  missing: readonly Reference[],
): readonly Token[] {
  if (missing.length === 0)
    return refuseExcess(batch, activation, 'made of a text that is too long');
  if (batch.graph.policy.onUnresolved === 'pend') {
    // Who brings what it lacks may need the same mutex.
    releaseMutex(batch, activation);
    makePending(batch, activation, missing);
    return [];
  }
  // Its edge from `error` may lead back to it, all in this batch.
  batch.pureLeft--;
  const names = missing.map(batch.graph.sayReference);
  return failActivation(batch, activation, {
    code: 'UNRESOLVED_REFERENCE',
    message: `${names.join(', ')} could not be resolved: nothing has produced ${names.length > 1 ? 'them' : 'it'} yet.`,
    retry: 'never',
    data: { missing: names },
  });
}

/** Nothing may become too large to be written down (Kernel K111). */
function refuseExcess(batch: Batch, activation: Activation, excess: string): readonly Token[] {
  batch.pureLeft--;
  return failActivation(batch, activation, {
    code: 'VALUE_TOO_LARGE',
    message: `The value of this node is ${excess}.`,
    retry: 'never',
  });
}

export function markStarted(batch: Batch, activation: Activation): void {
  const { node, n, owner } = activation;
  activation.attempt++;
  activation.startedAt ??= batch.event.at;
  owner.startedAt ??= batch.event.at;
  if (!batch.isWatched) return;
  derive(batch, {
    type: 'activation.started',
    node: node.id,
    activation: n,
    attempt: activation.attempt,
  });
}
