import { withoutUndefined } from '@skein/ports';

/** What a receiver knows a call by: one that supports the key executes the effect once, however often the request is sent. */
export function callHeaders({
  method,
  key,
  trace,
}: {
  readonly method: string;
  readonly key: string;
  readonly trace: string | undefined;
}): Readonly<Record<string, string>> {
  const isRead = method === 'GET' || method === 'HEAD';
  return withoutUndefined({ 'idempotency-key': isRead ? undefined : key, traceparent: trace });
}
