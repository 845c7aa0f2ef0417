// The run is over: one status, everything else stopped (SPEC K55).
import type { FinishedStatus } from '../../effects.ts';
import type { RunError } from '../../failure.ts';
import { setOwn, type Json } from '../../json.ts';
import { isOver, type RunState } from '../../state/run-state.ts';
import { addEffect, derive, type Batch } from '../batch/batch.ts';
import { cancelTimer, closeWait } from '../waits/close-waits.ts';
import { closeQuiet } from '../waits/quiet.ts';
import { releaseRunSlot } from '../waits/shared-slots.ts';
import { cancelAll } from './cancel-activation.ts';
import { showStaged } from './write-state.ts';

export function finishRun(
  batch: Batch,
  status: FinishedStatus,
  how: {
    readonly error?: RunError;
    readonly stopReason?: string;
    readonly output?: Json | undefined;
  } = {},
): void {
  const { state } = batch;
  if (isOver(state)) return;
  cancelAll(batch);
  showStaged(batch);
  // No join will ask for them again, and the snapshot of a finished run stays small.
  state.joins.kept.clear();
  state.joins.covered.clear();
  for (const id of state.waits.keys()) closeWait(batch, id);
  for (const id of state.timers.keys()) cancelTimer(batch, id);
  releaseRunSlot(batch);
  closeQuiet(state);
  state.paused = null;
  state.clock.timer = null;
  state.clock.activeSince = null;
  state.status = status;
  state.error = how.error ?? null;
  state.stopReason = how.stopReason ?? null;
  // An `end` says what the output is, also when that is nothing.
  const isImplicit = status === 'completed' && !Object.hasOwn(how, 'output');
  const output = isImplicit ? implicitOutput(batch) : how.output;
  state.output = output;
  derive(batch, { type: 'run.status', status });
  addEffect(batch, {
    type: 'finish',
    status,
    ...(output === undefined ? {} : { output }),
    ...(state.error === null ? {} : { error: state.error }),
  });
}

/** The value of the terminal node; several: an object by node id. `if` and `switch` only when there is no other. */
function implicitOutput({ graph, state }: Batch): Json | undefined {
  if (state.terminals.size < 2) {
    const [only] = state.terminals.values();
    return only;
  }
  const all = [...state.terminals].map(([index, value]) => ({ node: graph.nodes[index], value }));
  const real = all.filter(({ node }) => node?.kind.mode !== 'if' && node?.kind.mode !== 'switch');
  const chosen = real.length > 0 ? real : all;
  if (chosen.length < 2) return chosen[0]?.value;
  const output: { [id: string]: Json } = {};
  for (const { node, value } of chosen.toSorted(
    (a, b) => (a.node?.index ?? 0) - (b.node?.index ?? 0),
  )) {
    setOwn(output, node?.id ?? '', value);
  }
  return output;
}

/** Nothing lives and nothing travels: how did it end? */
export function finishQuietRun(batch: Batch): void {
  const { state } = batch;
  if (state.failures.length > 0) {
    const [first] = state.failures as [RunError];
    const error: RunError = {
      ...first,
      ...(state.failures.length > 1
        ? { details: { failures: state.failures.map(failureDetails) } }
        : {}),
    };
    return finishRun(batch, 'failed', { error });
  }
  if (state.tally.pending > 0) return finishRun(batch, 'stalled', { error: stallError(state) });
  finishRun(batch, 'completed');
}

function failureDetails({ code, message, node, activation }: RunError): Json {
  return { code, message, node, activation };
}

function stallError(state: RunState): RunError {
  const lacking: { node: string; activation: number; missing: Json }[] = [];
  const pending = [...state.nodes.values()]
    .flatMap(({ alive }) => alive)
    .filter(({ status }) => status === 'pending')
    .toSorted((a, b) => a.born - b.born);
  for (const { node, n, extra } of pending) {
    lacking.push({ node: node.id, activation: n, missing: extra?.missing?.texts ?? [] });
  }
  const [first] = lacking;
  const names = lacking
    .map(({ node, missing }) => `"${node}" lacks ${(missing as readonly string[]).join(', ')}`)
    .join('; ');
  return {
    code: 'STALLED',
    message: `Nothing can bring what these nodes wait for: ${names}.`,
    node: first?.node ?? null,
    activation: first?.activation ?? null,
    details: { pending: lacking },
  };
}
