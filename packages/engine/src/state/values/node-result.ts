import { setOwn, type Json, type NodeCompleted } from '@skein/kernel';
import { findJsonProblem } from './find-json-problem.ts';

type Ports = { [port: string]: Json };
type MutableResult = {
  -readonly [Key in 'value' | 'ports' | 'context' | 'stop']?: NodeCompleted[Key];
};

/** The value of a result that contains nothing else and is valid; undefined for every other one. */
export function valueAlone(returned: unknown): Json | undefined {
  if (typeof returned !== 'object' || returned === null) return undefined;
  for (const key in returned) if (key !== 'value') return undefined;
  const { value } = returned as { readonly value?: unknown };
  if (value === undefined || findJsonProblem(value, 'value') !== null) return undefined;
  // `findJsonProblem` has just checked all of it.
  return value as Json;
}

/** What is wrong with the result of a node function, as a sentence; null when nothing is. */
export function resultProblem(returned: unknown): string | null {
  const { seq, at, id } = { seq: 0, at: 0, id: '' };
  return putResult(returned, { seq, at, id, type: 'node.completed', node: '', activation: 0 });
}

/** Puts the result of a node function into its event; returns what is wrong with it as a sentence. */
export function putResult(returned: unknown, draft: NodeCompleted): string | null {
  if (returned === undefined) return null;
  if (typeof returned !== 'object' || returned === null || Array.isArray(returned)) {
    const what = Array.isArray(returned) ? 'a list' : describe(returned);
    return `It gave back ${what} instead of { value, ports, context, stop }.`;
  }
  // The fields of the draft that belong to the result are set here for the first time.
  const target = draft as MutableResult;
  for (const key in returned) {
    const given = (returned as { [key: string]: unknown })[key];
    if (given === undefined) continue;
    const complaint = putField(target, key, given);
    if (complaint !== null) return complaint;
  }
  return null;
}

function putField(target: MutableResult, key: string, given: unknown): string | null {
  const problem = key === 'ports' ? null : findJsonProblem(given, key);
  if (problem !== null) return `${problem.place} ${problem.complaint}.`;
  switch (key) {
    case 'value':
      // `findJsonProblem` has just checked all of it.
      target.value = given as Json;
      return null;
    case 'ports':
      return putPorts(target, given);
    case 'context':
      return putContext(target, given);
    case 'stop':
      return putStop(target, given);
    default:
      return `It gave back an object with the key "${key}"; put the value itself under "value".`;
  }
}

function putPorts(target: MutableResult, given: unknown): string | null {
  if (!isRecord(given)) return 'ports is not an object.';
  let ports = given as Ports;
  for (const port of Object.keys(given)) {
    if (given[port] === undefined) {
      // A journal in JSON would lose the port together with its absent value.
      if (ports === given) ports = { ...ports };
      setOwn(ports, port, null);
      continue;
    }
    const problem = findJsonProblem(given[port], `ports.${port}`);
    if (problem !== null) return `${problem.place} ${problem.complaint}.`;
  }
  target.ports = ports;
  return null;
}

function putContext(target: MutableResult, given: unknown): string | null {
  if (!isRecord(given)) return 'context is not an object.';
  const { use, append, set } = given;
  if (use !== undefined && typeof use !== 'string') return 'context.use is not a text.';
  if (set !== undefined && !isRecord(set)) return 'context.set is not an object.';
  if (append !== undefined && !(Array.isArray(append) && append.every(isMessage))) {
    return 'context.append is not a list of messages with a role and a content.';
  }
  // Its parts have just been checked one by one.
  target.context = given as NonNullable<NodeCompleted['context']>;
  return null;
}

function putStop(target: MutableResult, given: unknown): string | null {
  if (!isRecord(given) || typeof given['reason'] !== 'string') {
    return 'stop is not an object with a reason.';
  }
  target.stop = { reason: given['reason'] };
  return null;
}

function isMessage(value: unknown): boolean {
  return isRecord(value) && typeof value['role'] === 'string' && value['content'] !== undefined;
}

function isRecord(value: unknown): value is { [key: string]: unknown } {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function describe(value: unknown): string {
  return value === null || typeof value === 'number' ? String(value) : `a ${typeof value}`;
}
