// What child runs report.
import type {
  ActivationName,
  ChildFinished,
  ChildResumed,
  ChildWait,
  ChildWaiting,
} from '../../events.ts';
import type { JsonObject } from '../../json.ts';
import { backgroundKey, type ChildOwner } from '../../state/children.ts';
import { backgroundFinishes, childFinishes, setChildWaits } from '../activations/child-runs.ts';
import { addToAgenda, type Batch } from '../batch/batch.ts';
import { addUsage } from '../limits/counts.ts';
import { answerFunction } from './function-questions.ts';
import { livingActivation } from './named-activation.ts';

export function childWaiting(batch: Batch, event: ChildWaiting): void {
  noteWaits(batch, event, event.waits);
}

export function childResumed(batch: Batch, event: ChildResumed): void {
  // Somebody has answered in the child run.
  batch.state.unanswered = false;
  noteWaits(batch, event, null);
}

/** Null: it has resumed. */
function noteWaits(
  batch: Batch,
  event: ChildWaiting | ChildResumed,
  waits: readonly ChildWait[] | null,
): void {
  const { index } = event;
  const owner = childOwner(batch, event);
  if (owner !== null) return setChildWaits(batch, owner, { index, waits });
  const begun = askedChild(batch, event);
  if (begun === null) return;
  const { waits: _, ...asked } = begun.child;
  begun.asked.set(begun.key, waits === null ? asked : { ...asked, waits });
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
  const begun = askedChild(batch, event);
  if (begun === null) return;
  const { status, output = null, failure } = event;
  const why: JsonObject =
    failure === undefined ? {} : { failure: { code: failure.code, message: failure.message } };
  const value = { status, output, ...why };
  answerFunction(batch, begun.activation, { key: begun.key, value });
}

/** The run that a function has begun, and waits for. */
function askedChild(batch: Batch, event: ChildWaiting | ChildResumed | ChildFinished) {
  const activation = livingActivation(batch, event);
  const asked = activation?.extra?.asked;
  if (activation === null || !asked) return null;
  for (const [key, child] of asked) {
    if (child.kind === 'child' && child.index === event.index)
      return { activation, asked, key, child };
  }
  return null;
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
