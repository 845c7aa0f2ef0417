// An activation begins
// Nodes that need no slot are computed, asked or handed over at once; those that run a function take their place among
// the ready ones.
import type { JsonObject } from '../../json.ts';
import type { Activation, Token } from '../../state/living.ts';
import { setStatus } from '../../state/node-state.ts';
import { addEffect, type Batch } from '../batch/batch.ts';
import { openDelay, openWait } from '../waits/open-wait.ts';
import { takeSlots } from '../waits/slots.ts';
import { aboveCeiling } from './above-ceiling.ts';
import { startChildren } from './child-runs.ts';
import { computeNode } from './compute-node.ts';
import { failActivation } from './fail-activation.ts';
import { markStarted, refuseUnresolved, resolveConfig } from './resolve-config.ts';

/** Tokens when it completed at once, `place` when it needs a slot, null when it waits or is over. */
export function beginActivation(
  batch: Batch,
  activation: Activation,
): readonly Token[] | 'place' | null {
  const { mode } = activation.node.kind;
  if (mode !== 'wait') {
    const slots = takeSlots(batch, activation);
    if (slots.kind === 'unresolved') return refuseUnresolved(batch, activation, slots);
    if (slots.kind === 'queued') return null;
  }
  if (mode === 'execute') return 'place';
  const refused = resolveConfig(batch, activation);
  if (refused !== null) return refused;
  markStarted(batch, activation);
  const failure = aboveCeiling(batch, activation);
  if (failure !== null) return failActivation(batch, activation, failure);
  switch (mode) {
    case 'start':
    case 'transform':
    case 'if':
    case 'switch':
    case 'join':
    case 'set':
    case 'partition':
    case 'respond':
    case 'fail':
    case 'stop':
    case 'end':
      batch.pureLeft--;
      return computeNode(batch, activation);
    case 'wait':
      return openWait(batch, activation) ? null : refuseNames(batch, activation);
    case 'delay':
      return openDelay(batch, activation) ? null : refuseDelay(batch, activation);
    case 'emit':
      return emitEvent(batch, activation);
    case 'map':
    case 'subworkflow':
      return startChildren(batch, activation);
  }
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

function refuseDelay(batch: Batch, activation: Activation): readonly Token[] {
  return failActivation(batch, activation, {
    code: 'BAD_CONFIG',
    message: `The delay needs "ms" (a number) or "until" (an ISO time), but has ${JSON.stringify(activation.config)}.`,
    retry: 'never',
  });
}

function refuseNames(batch: Batch, activation: Activation): readonly Token[] {
  batch.pureLeft--;
  return failActivation(batch, activation, {
    code: 'BAD_CONFIG',
    message: `"who" must be a name or a list of names, but is ${JSON.stringify(activation.config?.who)?.slice(0, 200)}.`,
    retry: 'never',
  });
}
