// The assistant without a provider
// Plays the part of a model with the same tools: it searches the templates for the wish, takes the one that fits best as a draft, tries it
// with what the template brings along, and says what it did. It writes nothing of its own, and says so.
//
// T1. What it does next depends only on the conversation, so a turn goes on after a crash where it was.
// T2. It never replaces what somebody has built: where the workflow has steps already, it only names the templates that fit.
import { isObject, ownValue, textAt, textOf, type Json, type JsonObject } from '@skein/kernel';
import type { LanguageModel, ModelMessage, ModelReply } from '@skein/ports';
import { resultIn } from './assistant-value.ts';

export function templateModel(about: JsonObject): LanguageModel {
  return {
    provider: 'skein',
    name: 'templates',
    isFree: true,
    call: async ({ messages, onToken }) => {
      const next = nextMove(about, messages);
      if ('say' in next) onToken?.(next.say);
      return toReply(next, messages.length);
    },
  };
}

type Move = { readonly say: string } | { readonly call: string; readonly given: JsonObject };

function toReply(move: Move, count: number): ModelReply {
  const usage = { input: 0, output: 0, usd: 0 };
  if ('say' in move) return { text: move.say, toolCalls: [], usage };
  const id = `templates-${count}`;
  return { text: '', toolCalls: [{ id, name: move.call, arguments: move.given }], usage };
}

function nextMove(about: JsonObject, messages: readonly ModelMessage[]): Move {
  const begun = messages.findLastIndex(({ role }) => role === 'user');
  const wish = textOf(messages[begun]?.content ?? '');
  const told = messages.slice(begun + 1).filter(({ role }) => role === 'tool');
  const [found, chosen, saved, tried] = told.map(({ content }) => resultIn(content));
  const fitting = listIn(found, 'examples');
  const [best] = fitting;
  if (found === undefined) return { call: 'find_examples', given: { query: wish } };
  if (best === undefined) return { say: nothingFits };
  if (hasSteps(about)) return { say: onlyNamed(fitting) };
  if (chosen === undefined)
    return { call: 'find_examples', given: { id: textAt(best, 'id') ?? '' } };
  if (chosen === null) return { say: failed(told[1]) };
  if (saved === undefined) return { call: 'save_workflow', given: draftOf(about, chosen) };
  if (saved === null) return { say: failed(told[2]) };
  if (tried === undefined) return { call: 'try_workflow', given: trialOf(saved, chosen) };
  return { say: summary({ fitting, chosen, saved, tried, trial: told[3] }) };
}

function draftOf({ id = null, version = null }: JsonObject, chosen: JsonObject): JsonObject {
  const found = ownValue(chosen, 'definition');
  const written = isObject(found) ? found : {};
  const { name = null, description = null } = chosen;
  const made = { ...written, name, description };
  const definition = id === null ? made : { ...made, id };
  return version === null ? { definition } : { definition, baseVersion: version };
}

/** With what the template brings along: without a script the offline model would only repeat what it is told. */
function trialOf({ id = null, version = null }: JsonObject, chosen: JsonObject): JsonObject {
  const { input = null, script } = chosen;
  const trial = { id, version, input };
  return script === undefined ? trial : { ...trial, script };
}

/** More than the start that every new workflow has. */
function hasSteps(about: JsonObject): boolean {
  const definition = ownValue(about, 'definition');
  const nodes = isObject(definition) ? ownValue(definition, 'nodes') : undefined;
  return (
    Array.isArray(nodes) && nodes.some((node) => isObject(node) && textAt(node, 'type') !== 'start')
  );
}

const noProvider =
  'No provider of models is set up, so I can only look in the templates and examples.';

const nothingFits = `${noProvider} None of them fits these words. Try others, such as "approval", "refund", "report" or "pages of an API", or add a provider in the settings.`;

function onlyNamed(fitting: readonly JsonObject[]): string {
  return `${noProvider} I do not replace what you have built. These fit what you describe, to copy from:\n\n${listed(fitting)}`;
}

function failed(message: ModelMessage | undefined): string {
  const { content = null } = message ?? {};
  const why = isObject(content) ? textAt(content, 'error') : undefined;
  return `That did not work: ${why ?? 'the tool gave no reason'}.`;
}

function summary(given: {
  readonly fitting: readonly JsonObject[];
  readonly chosen: JsonObject;
  readonly saved: JsonObject;
  readonly tried: JsonObject | null;
  readonly trial: ModelMessage | undefined;
}): string {
  const { fitting, chosen, saved, tried, trial } = given;
  // An example and a template may be of the same name, and are much the same then.
  const name = textAt(chosen, 'name');
  const others = fitting.slice(1, 5).filter((each) => textAt(each, 'name') !== name);
  const also = others.length === 0 ? '' : `\n\nThese may fit too:\n\n${listed(others.slice(0, 3))}`;
  const problems = listIn(saved, 'diagnostics').map(
    (each) => `- ${textAt(each, 'message') ?? ''} ${textAt(each, 'hint') ?? ''}`,
  );
  const left = problems.length === 0 ? '' : `\n\nLeft to do:\n\n${problems.join('\n')}`;
  return `${noProvider} The draft is “${name ?? ''}”: ${textAt(chosen, 'description') ?? ''}\n\n${trialWords(tried, trial)}${left}${also}`;
}

function trialWords(tried: JsonObject | null, message: ModelMessage | undefined): string {
  if (tried === null) return `I could not try it: ${failed(message)}`;
  const status = textAt(tried, 'status');
  const waits = ownValue(tried, 'waits');
  if (status === 'waiting' && Array.isArray(waits))
    return `I tried it: it runs up to ${waits.map((each) => `“${textOf(each)}”`).join(' and ')}, where somebody is asked.`;
  if (status === 'completed') return 'I tried it with its example input: it ran to its end.';
  const error = ownValue(tried, 'error');
  const why = isObject(error) ? textAt(error, 'message') : undefined;
  return `I tried it: it ${status ?? 'did not end'}${why === undefined ? '' : ` (${why})`}.`;
}

function listed(examples: readonly JsonObject[]): string {
  return examples
    .slice(0, 4)
    .map((each) => `- ${textAt(each, 'name') ?? ''}: ${textAt(each, 'description') ?? ''}`)
    .join('\n');
}

function listIn(told: JsonObject | null | undefined, key: string): readonly JsonObject[] {
  const list: Json | undefined = isObject(told) ? ownValue(told, key) : undefined;
  return Array.isArray(list) ? list.filter(isObject) : [];
}
