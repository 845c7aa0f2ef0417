// Nodes without effects: the kernel computes them itself (SPEC K17).
import type { Tried } from '../../conditions/condition.ts';
import { evaluateCondition } from '../../conditions/evaluate-condition.ts';
import type { NodeResult } from '../../events.ts';
import { setOwn, type Json, type JsonObject } from '../../json.ts';
import { scopeOf } from '../../scope/scope.ts';
import type { Activation, Ports, Token } from '../../state/living.ts';
import { removeAlive } from '../../state/node-state.ts';
import { excessOf } from '../../values/json-weight.ts';
import { derive, type Batch } from '../batch/batch.ts';
import { completeActivation } from './complete-activation.ts';
import { finishRun } from './finish-run.ts';
import { refuseExcess } from './resolve-config.ts';

export function computeNode(batch: Batch, activation: Activation): readonly Token[] {
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
