import type { Json } from '@skein/kernel';
import type { ProblemJson } from '../schemas/problem-json.ts';

/** The server answered with an error. */
export class ClientError extends Error {
  override readonly name = 'ClientError';
  readonly status: number;
  readonly code: string;
  readonly hint: string;
  readonly details: Json | undefined;

  constructor(status: number, { error }: ProblemJson) {
    super(error.message);
    this.status = status;
    this.code = error.code;
    this.hint = error.hint;
    this.details = error.details;
  }
}

/** The server did not answer. */
export class UnreachableError extends Error {
  override readonly name = 'UnreachableError';
  readonly code = 'SERVER_UNREACHABLE';
  readonly server: string;
  readonly reason: string;

  constructor(server: string, cause: unknown) {
    const reason = reasonOf(cause);
    super(`The server ${server} cannot be reached: ${reason}`, { cause });
    this.server = server;
    this.reason = reason;
  }
}

function reasonOf(cause: unknown): string {
  if (!(cause instanceof Error)) return String(cause);
  const inner = cause.cause instanceof Error ? cause.cause.message : '';
  return inner === '' ? cause.message : inner;
}
