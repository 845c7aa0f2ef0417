// An activation has its result: it is recorded, others are cancelled, its edges fire.
import type { Derived } from '../../derived.ts';
import type { NodeResult } from '../../events.ts';
import type { Json } from '../../json.ts';
import { applyContext } from '../../state/contexts.ts';
import type { Activation, Ports, Token } from '../../state/living.ts';
import { isOver } from '../../state/run-state.ts';
import { addOutput, extraOf, removeAlive, setStatus } from '../../state/node-state.ts';
import { derive, type Batch } from '../batch/batch.ts';
import { countRepeat, resetCounts } from '../limits/counts.ts';
import { closeWaits } from '../waits/close-waits.ts';
import { wakePending } from '../waits/pending.ts';
import { freeSlot, releaseSlots } from '../waits/slots.ts';
import { carryItems, spreadItems } from './carry-items.ts';
import { ITEMS_SINCE } from './each-call.ts';
import { cancelNamed } from './cancel-activation.ts';
import { finishRun } from './finish-run.ts';
import { fireEdges } from './fire-edges.ts';
import { withoutEmpty } from './without-empty.ts';
import { reportFailedEdges } from './report-failed-edges.ts';

const OUTPUT_PORT: readonly string[] = ['output'];

/** The tokens to send now; under `superstep` they are sent when the pass ends. */
export function completeActivation(
  batch: Batch,
  activation: Activation,
  given: NodeResult,
): readonly Token[] {
  const { state, graph } = batch;
  const { node } = activation;
  const carried = graph.remembers || node.each !== null ? itemsOf(batch, activation, given) : given;
  const result = node.whenEmpty === null ? carried : withoutEmpty(state, node, carried);
  freeSlot(state, activation);
  if (activation.extra !== null) {
    closeWaits(batch, activation);
    releaseSlots(batch, activation);
    if (activation.extra.handOff) resetCounts(batch);
  }
  if (result.context !== undefined) applyContext(state, activation, result.context);
  const ports = result.ports ?? null;
  record(batch, activation, result, ports);
  if (result.stop !== undefined) {
    removeAlive(state, activation);
    finishRun(batch, 'stopped', { stopReason: result.stop.reason, output: result.value });
    return [];
  }
  if (node.cancels.length > 0) cancelNamed(batch, activation);
  if (graph.policy.maxRepeats !== null) countRepeat(batch, activation, result.value);
  if (graph.policy.schedule === 'superstep') {
    const { value } = result;
    extraOf(activation).outcome = { kind: 'completed', ports: ports ?? { output: value }, value };
    setStatus(state, activation, 'finishing');
    state.pass.finishing.push(activation);
    return [];
  }
  return leaveNode(batch, activation, ports, result.value);
}

function itemsOf({ graph, state }: Batch, activation: Activation, given: NodeResult): NodeResult {
  if (state.origin.rules < ITEMS_SINCE) return given;
  if (graph.remembers) return carryItems(activation, given);
  return activation.node.each?.spread === true ? spreadItems(given) : given;
}

/** Its edges are evaluated and it is over. */
export function leaveNode(
  batch: Batch,
  activation: Activation,
  ports: Ports | null,
  value: NodeResult['value'],
): readonly Token[] {
  const { state } = batch;
  const tokens = fireEdges(batch, activation, ports, value);
  if (tokens.length === 0 && value !== undefined) state.terminals.set(activation.node.index, value);
  else if (state.terminals.size > 0) state.terminals.delete(activation.node.index);
  removeAlive(state, activation);
  if (batch.failedEdges === null) return tokens;
  reportFailedEdges(batch, activation);
  return isOver(state) ? [] : tokens;
}

function record(
  batch: Batch,
  activation: Activation,
  result: NodeResult,
  ports: Ports | null,
): void {
  const { state, event } = batch;
  const { node, n, owner } = activation;
  owner.ended = 'completed';
  owner.finishedAt = event.at;
  if (owner.failed !== null && owner.failed.activation === n) owner.failed = null;
  const fired = result.stop === undefined ? firedPorts(ports) : [];
  const { value } = result;
  if (batch.isWatched) derive(batch, completed(activation, value, fired));
  if (value === undefined) return;
  const output = {
    event: event.id,
    counter: ++batch.ids,
    activation: n,
    value,
    ports: fired,
    tag: activation.tag,
    seq: event.seq,
  };
  addOutput(owner, output, node.keeps);
  if (state.pendingOn.size > 0) wakePending(batch, node.index);
}

/** Two literals: spreading an optional field costs as much as the rest of a step. */
function completed(
  { node, n }: Activation,
  value: Json | undefined,
  ports: readonly string[],
): Derived {
  const type = 'activation.completed';
  return value === undefined
    ? { type, node: node.id, activation: n, ports }
    : { type, node: node.id, activation: n, value, ports };
}

function firedPorts(ports: Ports | null): readonly string[] {
  return ports === null ? OUTPUT_PORT : Object.keys(ports);
}
