// Conversation
// What people, agents and tools said to each other in a run, from the journal: the input, questions and answers, replies of
// models with their tool calls, and below an agent those of the agents that it called.
import {
  isObject,
  ownValue,
  textOf,
  type Json,
  type JsonObject,
  type RunEvent,
} from '@skein/kernel';
import { listAt, objectAt, textAt } from '../own-keys.ts';
import type { Moment } from './replay-run.ts';

export type Entry =
  | {
      readonly kind: 'person';
      readonly key: string;
      readonly text: string;
      readonly node: string | null;
    }
  | {
      readonly kind: 'question';
      readonly key: string;
      readonly text: string;
      readonly node: string;
    }
  | {
      readonly kind: 'reply';
      readonly key: string;
      readonly node: string;
      readonly model: string;
      readonly text: string;
      readonly depth: number;
    }
  | {
      readonly kind: 'call';
      readonly key: string;
      readonly node: string;
      readonly name: string;
      readonly arguments: Json;
      /** Undefined while it runs. */
      readonly result: Json | undefined;
      readonly error: string | null;
      readonly isSubagent: boolean;
      readonly depth: number;
    };

/** All entries of a run, or those of one node and the agents that it called. */
export function conversationOf(
  moments: readonly Moment[],
  node: string | null = null,
): readonly Entry[] {
  const results = resultsOf(moments);
  const entries: Entry[] = [];
  for (const { event, derived } of moments) {
    entries.push(...entriesOf(event, results));
    for (const fact of derived)
      if (fact.type === 'wait.opened' && fact.question.prompt !== undefined)
        entries.push({
          kind: 'question',
          key: `wait ${fact.wait}`,
          text: fact.question.prompt,
          node: fact.shownAs ?? fact.node,
        });
  }
  return node === null ? entries : entries.filter((entry) => belongsTo(entry, node));
}

function belongsTo(entry: Entry, node: string): boolean {
  return entry.node === node || entry.key.startsWith(`${node} `);
}

interface CallResult {
  /** Undefined while it runs. */
  readonly result: Json | undefined;
  readonly error: string | null;
  readonly isSubagent: boolean;
}

const running: CallResult = { result: undefined, error: null, isSubagent: false };

function resultsOf(moments: readonly Moment[]): ReadonlyMap<string, CallResult> {
  const results = new Map<string, CallResult>();
  for (const { event } of moments) {
    if (event.type !== 'step.recorded' || !isObject(event.value)) continue;
    const type = textAt(event.value, 'type');
    const isSubagent = type.startsWith('subagent.');
    if (type !== 'tool' && !isSubagent) continue;
    const error = ownValue(event.value, 'error');
    results.set(`${event.node} ${event.activation} ${textAt(event.value, 'callId')}`, {
      result: type === 'subagent.start' ? undefined : (ownValue(event.value, 'result') ?? null),
      error: error === undefined ? null : textOf(error),
      isSubagent,
    });
  }
  return results;
}

function entriesOf(event: RunEvent, results: ReadonlyMap<string, CallResult>): readonly Entry[] {
  if (event.type === 'run.started') {
    const { input = null } = event;
    return isEmpty(input)
      ? []
      : [{ kind: 'person', key: 'input', text: textOf(input), node: null }];
  }
  if (event.type === 'wait.answered')
    return [
      { kind: 'person', key: `answer ${event.wait}`, text: textOf(event.answer), node: null },
    ];
  if (event.type !== 'step.recorded' || !isObject(event.value)) return [];
  return ownValue(event.value, 'type') === 'model'
    ? modelEntries(event.value, { event, results })
    : [];
}

/** What nobody typed: forms send an empty object when they have no fields. */
function isEmpty(input: Json): boolean {
  if (input === null || input === '') return true;
  return typeof input === 'object' && Object.keys(input).length === 0;
}

function modelEntries(
  value: JsonObject,
  {
    event,
    results,
  }: {
    event: Extract<RunEvent, { type: 'step.recorded' }>;
    results: ReadonlyMap<string, CallResult>;
  },
): readonly Entry[] {
  const inside = objectAt(value, 'inside');
  const depth = typeof inside['depth'] === 'number' ? inside['depth'] : 0;
  const node = textAt(inside, 'node') || event.node;
  const key = `${event.node} ${event.activation} ${event.key}`;
  const text = textAt(value, 'text');
  const reply: Entry = { kind: 'reply', key, node, model: textAt(value, 'model'), text, depth };
  const calls = listAt(value, 'toolCalls')
    .filter(isObject)
    .map((call, index): Entry => {
      const found =
        results.get(`${event.node} ${event.activation} ${textAt(call, 'id')}`) ?? running;
      return {
        kind: 'call',
        key: `${key} ${index}`,
        node,
        name: textAt(call, 'name'),
        arguments: ownValue(call, 'arguments') ?? null,
        ...found,
        depth,
      };
    });
  return text === '' && calls.length > 0 ? calls : [reply, ...calls];
}
