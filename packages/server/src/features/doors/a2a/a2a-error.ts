// Errors of A2A, which are those of JSON-RPC with numbers of its own, and with a reason that programs read.
import type { JsonObject } from '@skein/api';
import { EngineError } from '@skein/ports';

export const a2aCodes = {
  taskNotFound: -32001,
  notCancelable: -32002,
  noPush: -32003,
  unsupported: -32004,
  contentType: -32005,
  version: -32009,
  badJson: -32700,
  invalidRequest: -32600,
  noMethod: -32601,
  invalidParams: -32602,
  internal: -32603,
} as const;

/** Those that only A2A has. */
const reasons: Partial<Record<keyof typeof a2aCodes, string>> = {
  taskNotFound: 'TASK_NOT_FOUND',
  notCancelable: 'TASK_NOT_CANCELABLE',
  noPush: 'PUSH_NOTIFICATION_NOT_SUPPORTED',
  unsupported: 'UNSUPPORTED_OPERATION',
  contentType: 'CONTENT_TYPE_NOT_SUPPORTED',
  version: 'VERSION_NOT_SUPPORTED',
};

export class A2aError extends Error {
  override readonly name = 'A2aError';
  readonly kind: keyof typeof a2aCodes;

  constructor(kind: keyof typeof a2aCodes, message: string) {
    super(message);
    this.kind = kind;
  }
}

/** As it is on the wire. `code`: of a problem of this server, where it is not an error of A2A alone. */
export function rpcError(
  { kind, message }: Pick<A2aError, 'kind' | 'message'>,
  code?: string,
): JsonObject {
  const about = { code: a2aCodes[kind], message };
  const own = reasons[kind];
  const reason = own ?? code;
  if (reason === undefined) return about;
  const domain = own === undefined ? 'skein' : 'a2a-protocol.org';
  return { ...about, data: [{ '@type': errorInfo, reason, domain }] };
}

const errorInfo = 'type.googleapis.com/google.rpc.ErrorInfo';

const ofProblems: Readonly<Record<number, keyof typeof a2aCodes>> = {
  400: 'invalidParams',
  404: 'taskNotFound',
  409: 'unsupported',
  422: 'invalidParams',
};

/** Null for what is an error of the request as a whole, such as a missing right: HTTP tells it. */
export function asA2aError(error: unknown): A2aError | null {
  if (error instanceof A2aError) return error;
  if (!(error instanceof EngineError)) return null;
  const kind = ofProblems[error.status];
  return kind === undefined ? null : new A2aError(kind, `${error.message} (${error.code})`);
}
