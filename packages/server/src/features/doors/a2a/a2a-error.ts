// Errors of A2A, which are those of JSON-RPC with numbers of its own.
import { EngineError } from '@skein/ports';

export const a2aCodes = {
  taskNotFound: -32001,
  notCancelable: -32002,
  noPush: -32003,
  unsupported: -32004,
  contentType: -32005,
  version: -32009,
  invalidRequest: -32600,
  noMethod: -32601,
  invalidParams: -32602,
  internal: -32603,
} as const;

export class A2aError extends Error {
  override readonly name = 'A2aError';
  readonly code: number;

  constructor(kind: keyof typeof a2aCodes, message: string) {
    super(message);
    this.code = a2aCodes[kind];
  }
}

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
