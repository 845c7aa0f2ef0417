// Nodes without effects: the kernel computes them itself (SPEC K17).
import { ConditionFailure } from '../../conditions/condition-failure.ts';
import type { NodeResult } from '../../events.ts';
import type { Failure } from '../../failure.ts';
import { isObject, setOwn, type Json, type JsonObject } from '../../json.ts';
import type { Activation, Ports, Token } from '../../state/living.ts';
import { removeAlive } from '../../state/node-state.ts';
import { excessOf } from '../../values/json-weight.ts';
import type { Batch } from '../batch/batch.ts';
import { completeActivation } from './complete-activation.ts';
import { failActivation } from './fail-activation.ts';
import { finishRun } from './finish-run.ts';
import { partItems } from './part-items.ts';
import { refuseExcess } from './resolve-config.ts';
import { tryCondition } from './try-condition.ts';
import { writeResponse } from './write-response.ts';
import { writeState } from './write-state.ts';

export function computeNode(batch: Batch, activation: Activation): readonly Token[] {
  const { node, previous } = activation;
  if (node.kind.mode === 'end') {
    const config = activation.config as JsonObject;
    const output = Object.hasOwn(config, 'value') ? config.value : previous;
    completeQuietly(batch, activation, output);
    finishRun(batch, 'completed', { output });
    return [];
  }
  const result = pureResultOrFailure(batch, activation);
  if (result instanceof ConditionFailure) return failActivation(batch, activation, result.failure);
  const excess = excessOf(result.value);
  if (excess !== null) return refuseExcess(batch, activation, excess);
  // Last: a node that fails has written nothing.
  const refused = write(batch, activation);
  if (refused !== null) return failActivation(batch, activation, refused);
  return completeActivation(batch, activation, result);
}

function write(batch: Batch, activation: Activation): Failure | null {
  const { mode } = activation.node.kind;
  if (mode === 'set') return writeState(batch, activation);
  return mode === 'respond' ? writeResponse(batch, activation) : null;
}

function completeQuietly(batch: Batch, activation: Activation, value: Json | undefined): void {
  const { owner } = activation;
  completeActivation(batch, activation, value === undefined ? { ports: {} } : { value, ports: {} });
  if (activation.status !== 'over') removeAlive(batch.state, activation);
  owner.ended = 'completed';
}

/** A condition that cannot be decided is a failure of its node (SPEC K705). */
function pureResultOrFailure(batch: Batch, activation: Activation): NodeResult | ConditionFailure {
  try {
    return pureResult(batch, activation);
  } catch (error) {
    if (error instanceof ConditionFailure) return error;
    throw error;
  }
}

function pureResult(batch: Batch, activation: Activation): NodeResult {
  const { node, previous, inputs } = activation;
  const config = activation.config as JsonObject;
  switch (node.kind.mode) {
    case 'transform':
      // Made by `resolveEach`.
      return node.each !== null && isObject(config.result)
        ? (config.result as unknown as NodeResult)
        : withValue(config.value);
    case 'partition':
      return partItems(batch, activation);
    case 'fail':
      throw new ConditionFailure(failureOf(config));
    case 'if': {
      const [condition] = node.conditions;
      const holds =
        condition !== undefined && tryCondition(batch, activation, condition.name, condition.when);
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
    case 'set':
    case 'respond':
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

/** What a `fail` node says. */
function failureOf({ code, message }: JsonObject): Failure {
  return {
    code: typeof code === 'string' && code !== '' ? code : 'FAILED',
    message: typeof message === 'string' && message !== '' ? message : 'The workflow failed here.',
    retry: 'never',
  };
}

function withValue(value: Json | undefined): NodeResult {
  return value === undefined ? {} : { value };
}

function switchPorts(batch: Batch, activation: Activation): Ports {
  const { node, previous, config } = activation;
  const firstOnly = config?.first !== false;
  const ports: { [port: string]: Json | undefined } = {};
  let matched = false;
  for (const { name, when } of node.conditions) {
    if (!tryCondition(batch, activation, name, when)) continue;
    matched = true;
    setOwn(ports, name, previous);
    if (firstOnly) break;
  }
  if (!matched) ports.default = previous;
  return ports;
}
