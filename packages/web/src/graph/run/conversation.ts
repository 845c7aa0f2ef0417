// Conversation
// The messages of people, agents and tools in a run, from the journal: the input, questions and answers, model replies with
// their tool calls, and below an agent those of its subagents.
import {
  isObject,
  ownValue,
  textOf,
  type Json,
  type JsonObject,
  type RunEvent,
} from '@skein/kernel';
import { listAt, numberAt, objectAt, textAt } from '../own-keys.ts';
import type { Moment } from './rebuild-run.ts';

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
      readonly progress: CallProgress;
      /** Undefined until it is known. */
      readonly result: Json | undefined;
      readonly error: string | null;
      readonly isSubagent: boolean;
      /** What people call the agent that was called. */
      readonly title?: string | undefined;
      readonly changed?: CallResult['changed'];
      readonly depth: number;
    };

/** `waiting`: for an approval; `stopped`: nothing waits for its result any more. */
export type CallProgress = 'running' | 'waiting' | 'stopped' | 'completed' | 'failed';

/** All entries of a run, or those of one node and its subagents. */
export function conversationOf(
  moments: readonly Moment[],
  node: string | null = null,
): readonly Entry[] {
  const known: Known = { results: resultsOf(moments), ...activationsNow(moments) };
  const entries: Entry[] = [];
  const said = new Set<string>();
  const tell = (entry: Entry) => {
    // A run that is resumed takes up questions and answers that it had already: they were said once.
    if (isOfPerson(entry) && said.has(entry.key)) return;
    said.add(entry.key);
    entries.push(entry);
  };
  for (const { event, derived } of moments) {
    for (const entry of entriesOf(event, known)) tell(entry);
    for (const fact of derived)
      if (fact.type === 'wait.opened' && fact.question.prompt !== undefined)
        tell({
          kind: 'question',
          key: `wait ${fact.wait}`,
          text: fact.question.prompt,
          node: fact.shownAs ?? fact.node,
        });
  }
  return node === null ? entries : entries.filter((entry) => belongsTo(entry, node));
}

function isOfPerson({ kind }: Entry): boolean {
  return kind === 'person' || kind === 'question';
}

function belongsTo(entry: Entry, node: string): boolean {
  return entry.node === node || entry.key.startsWith(`${node} `);
}

/** What the journal says about tool calls. */
interface Known {
  readonly results: ReadonlyMap<string, CallResult>;
  /** The ended activations, and the tool calls that wait for an approval. */
  readonly ended: ReadonlySet<string>;
  readonly asked: ReadonlyMap<string, string>;
}

function activationsNow(moments: readonly Moment[]): Pick<Known, 'ended' | 'asked'> {
  const ended = new Set<string>();
  const asked = new Map<string, string>();
  for (const { derived } of moments)
    for (const fact of derived) {
      if (!('activation' in fact) || !('node' in fact)) continue;
      const key = `${fact.node} ${fact.activation}`;
      if (fact.type === 'wait.opened') {
        const data = fact.question.data ?? null;
        asked.set(key, isObject(data) ? textAt(data, 'tool') : '');
      } else if (fact.type === 'wait.closed') asked.delete(key);
      else if (endings.has(fact.type)) ended.add(key);
    }
  return { ended, asked };
}

const endings: ReadonlySet<string> = new Set([
  'activation.completed',
  'activation.failed',
  'activation.cancelled',
]);

interface CallResult {
  /** Undefined while it runs. */
  readonly result: Json | undefined;
  readonly error: string | null;
  readonly isSubagent: boolean;
  /** The name of the agent that was called. */
  readonly title?: string | undefined;
  /** What ran instead of what the model asked for, and who changed it. */
  readonly changed?: { readonly arguments: Json; readonly by: string } | undefined;
}

function changeIn(step: JsonObject): CallResult['changed'] {
  if (ownValue(step, 'asked') === undefined) return undefined;
  const by = textAt(step, 'changedBy') || 'a person';
  return { arguments: ownValue(step, 'arguments') ?? null, by };
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
      title: isSubagent ? textAt(event.value, 'nodeName') : undefined,
      changed: changeIn(event.value),
    });
  }
  return results;
}

function entriesOf(event: RunEvent, known: Known): readonly Entry[] {
  if (event.type === 'run.started' || event.type === 'run.joined') {
    const { input = null } = event;
    const key = event.type === 'run.started' ? 'input' : `input ${event.start}`;
    return isEmpty(input) ? [] : [{ kind: 'person', key, text: saidWords(input), node: null }];
  }
  if (event.type === 'wait.answered')
    return [
      { kind: 'person', key: `answer ${event.wait}`, text: answerWords(event.answer), node: null },
    ];
  if (event.type !== 'step.recorded' || !isObject(event.value)) return [];
  return ownValue(event.value, 'type') === 'model' ? modelEntries(event.value, event, known) : [];
}

/** A decision in words, with its note and whatever else was answered. */
function answerWords(answer: Json): string {
  const decision = isObject(answer) ? textAt(answer, 'decision') : '';
  const verdict = Object.hasOwn(verdicts, decision) ? verdicts[decision] : undefined;
  if (!isObject(answer) || verdict === undefined) return saidWords(answer);
  const { decision: _, note = '', ...rest } = answer;
  const said = textOf(note).trim();
  const others = saidWords(rest);
  return [said === '' ? verdict : `${verdict}: ${said}`, others].filter(Boolean).join('\n');
}

const verdicts: Readonly<Record<string, string>> = { approve: 'Approved', reject: 'Rejected' };

/** Form input is shown as its fields, one per line, without those that were left empty. */
function saidWords(said: Json): string {
  if (!isObject(said)) return textOf(said);
  const given = Object.entries(said).filter(([, value]) => value !== '' && value !== null);
  if (given.some(([, value]) => typeof value === 'object')) return textOf(said);
  return given.map(([name, value]) => `${name}: ${textOf(value)}`).join('\n');
}

/** Empty input: forms without fields send an empty object. */
function isEmpty(input: Json): boolean {
  if (input === null || input === '') return true;
  return typeof input === 'object' && Object.keys(input).length === 0;
}

function modelEntries(
  value: JsonObject,
  event: Extract<RunEvent, { type: 'step.recorded' }>,
  known: Known,
): readonly Entry[] {
  const inside = objectAt(value, 'inside');
  const depth = numberAt(inside, 'depth');
  const node = textAt(inside, 'node') || event.node;
  const key = `${event.node} ${event.activation} ${event.key}`;
  const text = textAt(value, 'text');
  const reply: Entry = { kind: 'reply', key, node, model: textAt(value, 'model'), text, depth };
  const calls = listAt(value, 'toolCalls')
    .filter(isObject)
    .map((call, index): Entry => {
      const found =
        known.results.get(`${event.node} ${event.activation} ${textAt(call, 'id')}`) ?? running;
      const name = textAt(call, 'name');
      return {
        kind: 'call',
        key: `${key} ${index}`,
        node,
        name,
        arguments: ownValue(call, 'arguments') ?? null,
        progress: progressOf(found, `${event.node} ${event.activation}`, { ...known, name }),
        ...found,
        depth,
      };
    });
  return text === '' && calls.length > 0 ? calls : [reply, ...calls];
}

function progressOf(
  { result, error }: CallResult,
  activation: string,
  { ended, asked, name }: Known & { readonly name: string },
): CallProgress {
  if (error !== null) return 'failed';
  if (result !== undefined) return 'completed';
  if (ended.has(activation)) return 'stopped';
  return asked.get(activation) === name ? 'waiting' : 'running';
}
