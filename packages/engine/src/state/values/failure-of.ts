import { isObject, type Failure, type Json, type JsonObject } from '@skein/kernel';
import { findJsonProblem } from './find-json-problem.ts';

const messageMax = 10_000;

/**
 * What a thrown value says about the attempt. An error may carry a whole `failure`, or individual fields of it: `code`,
 * `retry` and `afterMs`.
 */
export function failureOf(thrown: unknown): Failure {
  if (typeof thrown !== 'object' || thrown === null) {
    return { code: 'NODE_FAILED', message: cut(String(thrown)) };
  }
  const { failure, code, message, retry, afterMs, data } = thrown as { [key: string]: unknown };
  if (isFailure(failure)) return failure;
  const carriedData = dataOf(data);
  const carriedRetry = retryOf(retry, afterMs);
  return {
    code: typeof code === 'string' && code !== '' ? code : 'NODE_FAILED',
    message: cut(typeof message === 'string' && message !== '' ? message : nameOf(thrown)),
    ...(carriedRetry === undefined ? {} : { retry: carriedRetry }),
    ...(carriedData === undefined ? {} : { data: carriedData }),
  };
}

function isFailure(value: unknown): value is Failure {
  if (!isObject(value) || findJsonProblem(value, 'failure') !== null) return false;
  return typeof value['code'] === 'string' && typeof value['message'] === 'string';
}

function retryOf(retry: unknown, afterMs: unknown): Failure['retry'] | undefined {
  if (retry === 'never') return retry;
  if (typeof afterMs === 'number' && afterMs >= 0) return { afterMs };
  return retry === 'later' ? retry : undefined;
}

/** Only what can be journaled; an error may also hold its sockets. */
function dataOf(data: unknown): JsonObject | undefined {
  return isObject(data) && findJsonProblem(data as Json, 'data') === null ? data : undefined;
}

function nameOf(thrown: object): string {
  return thrown instanceof Error ? thrown.name : 'The function threw an object without a message.';
}

function cut(message: string): string {
  return message.length > messageMax ? `${message.slice(0, messageMax)}…` : message;
}
