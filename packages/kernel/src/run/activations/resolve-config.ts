// The config of an activation, resolved once, and what happens when that fails.
import type { JsonObject } from '../../json.ts';
import { resolveTemplate, type Resolved } from '../../references/resolve-template.ts';
import { unresolvedNames, type Unresolved } from '../../references/unresolved.ts';
import type { Failure } from '../../failure.ts';
import { scopeOf } from '../../scope/scope.ts';
import type { Activation, Token } from '../../state/living.ts';
import { derive, yieldIfWorkedOut, type Batch } from '../batch/batch.ts';
import { makePending } from '../waits/pending.ts';
import { releaseSlots } from '../waits/slots.ts';
import { failActivation } from './fail-activation.ts';
import { ITEMS_SINCE } from './each-call.ts';
import { resolveEach } from './resolve-each.ts';
import { resolveRows } from './resolve-rows.ts';
import { notProduced, sayMissing } from './say-missing.ts';

/** The rules since which it is said which part of a value is missing (SPEC K1650). */
const REASONS_SINCE = 7;

/** Resolves the config once. Null on success; else it is pending, or failed with these tokens from its error port. */
export function resolveConfig(batch: Batch, activation: Activation): readonly Token[] | null {
  const { node } = activation;
  if (activation.config !== null) return null;
  if (node.constantConfig !== null) {
    activation.config = node.constantConfig;
    return null;
  }
  const resolved = resolveParts(batch, activation);
  yieldIfWorkedOut(batch);
  if (resolved.ok) {
    // The config of a definition is an object, and resolving keeps its shape.
    activation.config = resolved.value as JsonObject;
    return null;
  }
  return refuseUnresolved(batch, activation, resolved);
}

function resolveParts(batch: Batch, activation: Activation): Resolved {
  const { each, steps, config } = activation.node;
  if (each !== null && batch.state.origin.rules >= ITEMS_SINCE) {
    return resolveEach(batch, activation, each);
  }
  return steps === null
    ? resolveTemplate(config, scopeOf(batch, activation))
    : resolveRows(batch, activation, steps);
}

export function refuseUnresolved(
  batch: Batch,
  activation: Activation,
  { missing, failure }: { readonly missing: readonly Unresolved[]; readonly failure?: Failure },
): readonly Token[] {
  if (failure !== undefined) {
    batch.pureLeft--;
    return failActivation(batch, activation, failure);
  }
  if (missing.length === 0)
    return refuseExcess(batch, activation, 'made of a text that is too long');
  if (batch.graph.policy.onUnresolved === 'pend') {
    // The node that brings the missing data may need the same mutex.
    releaseSlots(batch, activation);
    makePending(batch, activation, missing);
    return [];
  }
  // Its edge from `error` may lead back to it, all in this batch.
  batch.pureLeft--;
  const { graph, state } = batch;
  const names = unresolvedNames(missing, graph.sayReference);
  return failActivation(batch, activation, {
    code: 'UNRESOLVED_REFERENCE',
    message:
      state.origin.rules < REASONS_SINCE
        ? notProduced(names)
        : sayMissing(missing, scopeOf(batch, activation), graph.sayReference),
    retry: 'never',
    data: { missing: names },
  });
}

/** Nothing may become too large to be stored (SPEC K111). */
export function refuseExcess(
  batch: Batch,
  activation: Activation,
  excess: string,
): readonly Token[] {
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
