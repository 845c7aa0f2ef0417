// What child runs report.
import type { ActivationName, ChildFinished, ChildResumed, ChildWaiting } from '../../events.ts';
import type { JsonObject } from '../../json.ts';
import { backgroundKey, type ChildOwner } from '../../state/children.ts';
import { backgroundFinishes, childFinishes, setChildWaits } from '../activations/child-runs.ts';
import { addToAgenda, type Batch } from '../batch/batch.ts';
import { addUsage } from '../limits/counts.ts';
import { answerFunction, askedKey } from './function-questions.ts';
import { livingActivation } from './named-activation.ts';

export function childWaiting(batch: Batch, event: ChildWaiting): void {
  const { index, waits } = event;
  setChildWaits(batch, childOwner(batch, event), { index, waits });
}

export function childResumed(batch: Batch, event: ChildResumed): void {
  // Somebody has answered in the child run.
  batch.state.unanswered = false;
  setChildWaits(batch, childOwner(batch, event), { index: event.index, waits: null });
}

export function childFinished(batch: Batch, event: ChildFinished): void {
  addUsage(batch, event.usage);
  const owner = childOwner(batch, event);
  if (owner === null) return functionChildFinished(batch, event);
  if (owner.activation.status === 'over') backgroundFinishes(batch, owner, event.index);
  else addToAgenda(batch, childFinishes(batch, owner.activation, event));
}

/** A function that began the run goes on with how it ended. */
function functionChildFinished(batch: Batch, event: ChildFinished): void {
  const activation = livingActivation(batch, event);
  if (activation === null) return;
  const { index, status, output = null, failure } = event;
  const key = askedKey(activation, (asked) => asked.kind === 'child' && asked.index === index);
  if (key === undefined) return;
  const why: JsonObject =
    failure === undefined ? {} : { failure: { code: failure.code, message: failure.message } };
  answerFunction(batch, activation, { key, value: { status, output, ...why } });
}

/** Whose child it is: a living activation, or a map that has continued without it. */
function childOwner(batch: Batch, name: ActivationName): ChildOwner | null {
  const activation = livingActivation(batch, name);
  const children = activation?.extra?.children;
  if (activation !== null && children) return { activation, children };
  const node = batch.graph.nodeById.get(name.node);
  if (node === undefined) return null;
  return batch.state.background.get(backgroundKey({ node, n: name.activation })) ?? null;
}
