// Waits: for people and for events. One that expires takes its branch for that, or fails.
import type { StandardSchema } from '@skein/agents';
import type { JsonObject } from '@skein/kernel';
import { withoutUndefined } from '@skein/ports';
import type { Condition } from '../../refs/condition.ts';
import { makeRef } from '../../refs/ref-data.ts';
import type { Ref, RefTo } from '../../refs/ref.ts';
import { durationMs, type Duration } from '../../values/duration.ts';
import type { EventType } from '../../values/event.ts';
import type { Draft } from '../draft.ts';
import type { GraphBuilder, Writer } from '../graph-builder.ts';
import type { OutputNode } from '../node.ts';
import type { NodeOptions } from '../node-options.ts';
import { neededSchemaJson } from '../schema-json.ts';
import { mergeBranches } from './branches.ts';

export interface WaitOptions extends NodeOptions {
  /** What the person is asked. */
  readonly prompt: string | RefTo<string>;
  /** How long there is for an answer; default: as long as it takes. */
  readonly within?: Duration;
  /** Who may answer; default: everybody who may answer at all. */
  readonly who?: readonly string[];
}

export interface EventOptions<Data> extends NodeOptions {
  /** Which of the events it is: all others are ignored. */
  readonly if?: (data: Ref<Data>) => Condition;
  /** How long it is waited for; default: as long as it takes. */
  readonly within?: Duration;
}

type Bodies = { readonly [port: string]: (() => unknown) | undefined };

export function approvalVerb(
  builder: GraphBuilder,
  id: string,
  options: WaitOptions,
  branches?: Bodies,
): OutputNode<unknown> {
  const waiting = builder.add({
    id,
    type: 'approval',
    options,
    config: (write) => questionConfig(write, options),
    ports: ['approved', 'rejected'],
  });
  const expires = expiryOf(builder, waiting, options, branches);
  if (branches === undefined) return builder.node(id, id);
  return mergeBranches(builder, waiting, [
    { port: 'approved', body: branches['approved'] },
    { port: 'rejected', body: branches['rejected'] },
    ...expires,
  ]);
}

export function inputVerb(
  builder: GraphBuilder,
  id: string,
  options: WaitOptions & { readonly schema: StandardSchema },
  branches?: Bodies,
): OutputNode<unknown> {
  const schema = neededSchemaJson(options.schema, id);
  const waiting = builder.add({
    id,
    type: 'input',
    options,
    config: (write) => ({ ...questionConfig(write, options), schema }),
  });
  return answerOrExpiry(builder, waiting, options, branches);
}

export function eventVerb<Data>(
  builder: GraphBuilder,
  id: string,
  { event }: EventType<Data>,
  options: EventOptions<Data> = {},
  branches?: Bodies,
): OutputNode<unknown> {
  const data = makeRef<Data>({ kind: 'value', owner: builder, source: 'previous', path: [] });
  const when = options.if?.(data);
  const waiting = builder.add({
    id,
    type: 'event',
    options,
    config: (write) =>
      withoutUndefined({
        name: write.template(event),
        when: when === undefined ? undefined : write.condition(when),
        deadlineMs: deadlineOf(options),
      }),
  });
  return answerOrExpiry(builder, waiting, options, branches);
}

function answerOrExpiry(
  builder: GraphBuilder,
  waiting: Draft,
  options: { readonly within?: Duration },
  branches: Bodies | undefined,
): OutputNode<unknown> {
  const expires = expiryOf(builder, waiting, options, branches);
  if (expires.length === 0) return builder.node(waiting.id, waiting.id);
  return mergeBranches(builder, waiting, expires, [waiting]);
}

function questionConfig(write: Writer, { prompt, who, ...options }: WaitOptions): JsonObject {
  return withoutUndefined({
    prompt: write.template(prompt),
    who: who === undefined ? undefined : write.template(who),
    deadlineMs: deadlineOf(options),
  });
}

function deadlineOf({ within }: { readonly within?: Duration }): number | undefined {
  return within === undefined ? undefined : durationMs(within);
}

/** The branch for what expires. Without one it fails the run there, as an uncaught deadline of a durable function does. */
function expiryOf(
  builder: GraphBuilder,
  waiting: Draft,
  { within }: { readonly within?: Duration },
  branches: Bodies | undefined,
): readonly [] | readonly [{ readonly port: string; readonly body: () => unknown }] {
  const { id } = waiting;
  const body = branches?.['expired'];
  if (within === undefined) {
    if (body === undefined) return [];
    throw new TypeError(
      `"${id}" has a branch "expired", but no deadline: say with "within" how long it waits.`,
    );
  }
  if (body !== undefined) return [{ port: 'expired', body }];
  const name = `${builder.id}.${id}:expired`;
  builder.parts.functions.set(name, {
    description: `Fails, because "${id}" has expired.`,
    run: () => expire(id, within),
  });
  const entry = { node: id, port: 'expired' };
  builder.within({ entry, gate: id, name: `the branch "expired" of "${id}"` }, () =>
    builder.add({ id: `${id}:expired`, type: 'function', config: () => ({ name }), ports: [] }),
  );
  return [];
}

function expire(id: string, within: Duration): never {
  const time = typeof within === 'number' ? `${within} ms` : within;
  const error = new Error(`Nobody answered "${id}" within ${time}.`);
  throw Object.assign(error, { code: 'WAIT_EXPIRED', retry: 'never' });
}
