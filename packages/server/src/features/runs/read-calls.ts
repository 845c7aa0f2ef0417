import type { AnswerOf, JsonObject } from '@skein/api';
import type { Engine } from '@skein/engine';
import type { RecordedCall } from '@skein/ports';
import { isoTime } from '../../values/iso-time.ts';

type RunCalls = AnswerOf<'runCalls'>;

/** What a run asked the outside, in the order of the answers; with a node, only what that node asked. */
export async function readCalls(
  runs: Engine['runs'],
  run: string,
  node: string | undefined,
): Promise<RunCalls> {
  const { calls, unknown } = await runs.recorded(run);
  const isWanted = (call: { readonly path: string; readonly node: string }) =>
    node === undefined || (call.path === '' && call.node === node);
  return {
    items: calls.filter(isWanted).map(toItem),
    unknown: unknown.filter(isWanted).map(({ path, activation, reason, ...rest }) => ({
      path,
      node: rest.node,
      activation,
      reason,
    })),
  };
}

function toItem(call: RecordedCall): RunCalls['items'][number] {
  const { path, node, activation, key, at, ms, request, outcome, usage } = call;
  const item: RunCalls['items'][number] = {
    path,
    node,
    activation,
    key,
    at: isoTime(at),
    ms,
    request,
  };
  if ('failure' in outcome) {
    // A failure is plain JSON.
    item.failure = { ...outcome.failure } as RunCalls['items'][number]['failure'];
  } else if (outcome.value !== undefined) item.result = outcome.value;
  // Counts by their names.
  if (usage !== undefined) item.usage = { ...usage } as JsonObject;
  return item;
}
