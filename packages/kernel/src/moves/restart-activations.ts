// Another try
// Changes a state from before a failure so that what failed then starts again: with its recorded steps, with all its
// attempts, and with its config resolved anew.
import type { ActivationName, RunEvent } from '../events.ts';
import type { Graph } from '../graph/graph.ts';
import { isObject, setOwn, type Json, type JsonObject } from '../json.ts';
import { retryNode } from '../run/events/node-events.ts';
import { livingActivation } from '../run/events/named-activation.ts';
import { createBatch, type Batch } from '../run/batch/batch.ts';
import { closeWaits } from '../run/waits/close-waits.ts';
import { freeSlot } from '../run/waits/slots.ts';
import type { Activation } from '../state/living.ts';
import { addAlive, extraOf, removeAlive, setStatus } from '../state/node-state.ts';
import type { RunState } from '../state/run-state.ts';
import { acquireTag } from '../tags/tag.ts';

/** The ones that it knows nothing of, because they had not begun, are left to the entry that began them. */
export function restartActivations(
  graph: Graph,
  state: RunState,
  wanted: {
    readonly activations: readonly ActivationName[];
    /** Of the only activation, in the place of its own. */
    readonly input?: { readonly value: Json };
    readonly event: Pick<RunEvent, 'at' | 'id'>;
  },
): readonly ActivationName[] {
  const event = { ...wanted.event, seq: state.seq + 1, type: 'run.continued' } as const;
  const batch = createBatch(graph, state, event, false);
  return wanted.activations.filter((name) => {
    const alive = livingActivation(batch, name);
    if (alive !== null) {
      restart(batch, wanted.input === undefined ? alive : withInput(state, alive, wanted.input));
      return true;
    }
    const owner = state.nodes.get(graph.nodeById.get(name.node)?.index ?? -1);
    if (owner?.failed?.activation !== name.activation) return false;
    retryNode(batch, { ...event, ...name, type: 'node.retried' });
    return true;
  });
}

function restart(batch: Batch, activation: Activation): void {
  const { state } = batch;
  freeSlot(state, activation);
  closeWaits(batch, activation);
  const extra = extraOf(activation);
  extra.outcome = null;
  extra.failingSince = null;
  extra.retries = null;
  extra.resume = false;
  extra.timeLeftMs = null;
  activation.attempt = 0;
  activation.config = null;
  setStatus(state, activation, 'ready');
  state.agenda.push(activation);
}

/** An entry node gets the input of the run, so that is another one too. */
function withInput(
  state: RunState,
  activation: Activation,
  { value }: { readonly value: Json },
): Activation {
  const isEntry = activation.causes.length === 0;
  if (isEntry) state.origin = { ...state.origin, input: value };
  const inputs = isEntry ? { input: value } : inputsOf(activation, value);
  const changed: Activation = { ...activation, inputs, previous: value };
  acquireTag(state.tags, activation.tag);
  const held = [...state.mutexes.values()].find((holders) => holders.includes(activation));
  held?.splice(held.indexOf(activation), 1, changed);
  for (const [id, timer] of state.timers) {
    if (timer.activation === activation) state.timers.set(id, { ...timer, activation: changed });
  }
  removeAlive(state, activation);
  addAlive(state, activation.owner, changed);
  return changed;
}

/** One port gets the value itself; of several, each gets what the value has under its name. */
function inputsOf({ inputs }: Activation, value: Json): JsonObject {
  const ports = Object.keys(inputs);
  const [only] = ports;
  if (ports.length > 1 && isObject(value)) return value;
  const given: { [port: string]: Json } = {};
  setOwn(given, only ?? 'input', value);
  return given;
}
