// A `respond` node answers the caller of the run
// R1. The first one counts: what the caller has got cannot be taken back. Later ones only hand their input on.
// R2. Nothing is written when the answer is refused: the node fails instead.
// R3. Headers are texts: a number or a boolean is written as one, as a reference or an expression in it gives.
import type { Failure } from '../../failure.ts';
import { isObject, ownValue, setOwn, type Json, type JsonObject } from '../../json.ts';
import type { Activation } from '../../state/living.ts';
import { excessOf } from '../../values/json-weight.ts';
import { shortJson } from '../../values/short-json.ts';
import { derive, type Batch } from '../batch/batch.ts';

/** The rules since which headers may be numbers and booleans. */
const WRITTEN_SINCE = 9;

/** Null when it is done. */
export function writeResponse(batch: Batch, activation: Activation): Failure | null {
  const { state, event } = batch;
  const { node, n, previous } = activation;
  const config: JsonObject = activation.config ?? {};
  const status = ownValue(config, 'status') ?? 200;
  if (!isStatus(status)) {
    return refused(`"status" is a number from 200 to 599, and here ${shortJson(status)}`);
  }
  const given = ownValue(config, 'headers') ?? {};
  const headers = headersOf(given, state.origin.rules);
  if (headers === null) return refused(`"headers" are texts by name, and here ${shortJson(given)}`);
  const value = Object.hasOwn(config, 'value') ? (config.value ?? null) : (previous ?? null);
  const excess = excessOf(value);
  if (excess !== null) return refused(`its value is ${excess}`);
  const isFirst = state.response === null;
  if (isFirst) {
    const { seq, at } = event;
    state.response = { node: node.id, activation: n, seq, at, value, status, headers };
  }
  derive(batch, { type: 'run.responded', node: node.id, activation: n, isFirst });
  return null;
}

function isStatus(status: Json): status is number {
  return Number.isInteger(status) && typeof status === 'number' && status >= 200 && status <= 599;
}

/** Null: what is there are no headers. */
function headersOf(given: Json, rules: number): { readonly [name: string]: string } | null {
  if (!isObject(given)) return null;
  const headers: { [name: string]: string } = {};
  for (const [name, value] of Object.entries(given)) {
    const isWritten = typeof value === 'number' || typeof value === 'boolean';
    if (isWritten && rules >= WRITTEN_SINCE) setOwn(headers, name, String(value));
    else if (typeof value === 'string') setOwn(headers, name, value);
    else return null;
  }
  return headers;
}

function refused(why: string): Failure {
  return { code: 'BAD_CONFIG', message: `The answer cannot be given: ${why}.`, retry: 'never' };
}
