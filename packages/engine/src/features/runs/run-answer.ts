import type { Json, RunId } from '@skein/kernel';
import type { RunJson, RunJsonError } from './run-json.ts';

/** What a run answers its caller. */
export interface RunAnswer {
  readonly run: RunId;
  /** `response`: a `respond` node gave it, and the run may go on; `end`: the run has ended without one. */
  readonly from: 'response' | 'end';
  /** The HTTP status that a webhook answers with. */
  readonly status: number;
  readonly headers: { readonly [name: string]: string };
  /** What the node says; of a run without one its output. */
  readonly value: Json;
  /** Why there is no value: the run failed, was stopped or cancelled before it answered. */
  readonly error?: Pick<RunJsonError, 'code' | 'message'>;
}

export function runAnswer({ id, status, output, error, response, stopReason }: RunJson): RunAnswer {
  if (response !== undefined) {
    return {
      run: id,
      from: 'response',
      status: response.status,
      headers: response.headers,
      value: response.value,
    };
  }
  const end = { run: id, from: 'end', headers: {} } as const;
  if (status === 'completed' || status === 'stopped') return { ...end, status: 200, value: output };
  const { code, message } = error ?? {
    code: 'RUN_ENDED',
    message: `The run was ${status}${stopReason === undefined ? '' : `: ${stopReason}`}.`,
  };
  return { ...end, status: 500, value: null, error: { code, message } };
}
