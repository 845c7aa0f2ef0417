// Checks a script file
// A typo in a script would show as a model that says the wrong thing, so nothing is ignored: unknown keys are problems here, and
// all problems are listed at once.
import { closestName, isObject, pointer, type Diagnostic, type Json } from '@skein/kernel';
import { timerMsMax } from '@skein/ports';
import type { z } from 'zod';
import { isDeeperThan } from '../json-depth.ts';
import { lazySchema } from '../lazy-schema.ts';
import type { Script } from './script.ts';

export type ParsedScript =
  | { readonly ok: true; readonly script: Script }
  | { readonly ok: false; readonly problems: readonly Diagnostic[] };

const depthMax = 200;

const keys = {
  script: ['replies', 'otherwise', 'tools'],
  replies: ['when', 'text', 'toolCalls', 'usage', 'finish', 'delayMs', 'repeat', 'error'],
  when: ['node', 'agent', 'context', 'model', 'contains', 'history', 'call'],
  toolCalls: ['name', 'arguments', 'id'],
  usage: ['input', 'output', 'usd'],
  error: ['status', 'message', 'retryAfterMs'],
  tools: ['result', 'error'],
};

const scriptSchema = lazySchema((zod) => {
  const text = zod.string().optional();
  const amount = zod.number().min(0).optional();
  const milliseconds = zod.number().min(0).max(timerMsMax).optional();
  const when = zod.strictObject({
    node: text,
    agent: text,
    context: text,
    model: text,
    contains: text,
    history: text,
    call: zod.number().int().min(1).optional(),
  });
  const toolCall = zod.strictObject({
    name: zod.string(),
    arguments: zod.unknown().optional(),
    id: text,
  });
  const reply = zod.strictObject({
    when: when.optional(),
    text,
    toolCalls: zod.array(toolCall).optional(),
    usage: zod.strictObject({ input: amount, output: amount, usd: amount }).optional(),
    finish: zod.literal('length').optional(),
    delayMs: milliseconds,
    repeat: zod.boolean().optional(),
    error: zod
      .strictObject({
        status: zod.number().int().min(400).max(599).optional(),
        message: text,
        retryAfterMs: milliseconds,
      })
      .optional(),
  });
  const tool = zod.strictObject({ result: zod.unknown().optional(), error: text });
  return zod.strictObject({
    replies: zod.array(reply).optional(),
    otherwise: text,
    tools: zod.record(zod.string(), tool).optional(),
  });
});

/** Reads the text of a script file. */
export function parseScript(source: string): ParsedScript {
  let value: Json;
  try {
    // JSON.parse gives JSON.
    value = JSON.parse(source) as Json;
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    return refused([
      problem('BAD_JSON', [], `The script is not JSON: ${reason}.`, 'Correct its syntax.'),
    ]);
  }
  if (isDeeperThan(value, depthMax)) {
    const message = `The script is nested deeper than ${depthMax} levels.`;
    return refused([problem('TOO_DEEP', [], message, 'Flatten it.')]);
  }
  const parsed = scriptSchema().safeParse(value);
  const misfits = parsed.success ? [] : parsed.error.issues.flatMap(describeIssue);
  const problems = [...misfits, ...checkReplies(value), ...checkTools(value)];
  // Checked just now. Not zod's copy: it would lose a tool called `__proto__`.
  return problems.length > 0 ? refused(problems) : { ok: true, script: value as Script };
}

function describeIssue(issue: z.core.$ZodIssue): readonly Diagnostic[] {
  const path = issue.path.map((part) => (typeof part === 'number' ? part : String(part)));
  if (issue.code !== 'unrecognized_keys')
    return [problem('SCRIPT_INVALID', path, `${issue.message}.`, hintOf(issue))];
  const known = keysAt(path);
  return issue.keys.map((key) => {
    const closest = closestName(key, known);
    const hint = closest === null ? `Known: ${known.join(', ')}.` : `Did you mean "${closest}"?`;
    return problem('SCRIPT_INVALID', [...path, key], `The key "${key}" is not known here.`, hint);
  });
}

function hintOf(issue: z.core.$ZodIssue): string {
  if (issue.code === 'invalid_type') return `Write a value of type ${issue.expected} here.`;
  if (issue.code === 'too_small') return `Write ${issue.minimum} or more.`;
  if (issue.code === 'too_big') return `Write ${issue.maximum} or less.`;
  return `Known keys of a script: ${keys.script.join(', ')}.`;
}

function keysAt(path: readonly (string | number)[]): readonly string[] {
  if (path[0] === 'tools') return keys.tools;
  const place = path.findLast((part) => typeof part === 'string') ?? 'script';
  return Object.entries(keys).find(([name]) => name === place)?.[1] ?? keys.script;
}

/** What a reply must have depends on its other keys, and is reported together with their problems. */
function checkReplies(script: Json): readonly Diagnostic[] {
  const replies = isObject(script) ? script['replies'] : undefined;
  if (!Array.isArray(replies)) return [];
  return replies.flatMap((reply: Json, i) => {
    if (!isObject(reply)) return [];
    const answers = Object.hasOwn(reply, 'text') || Object.hasOwn(reply, 'toolCalls');
    if (answers !== Object.hasOwn(reply, 'error')) return [];
    const message = answers
      ? 'A reply either answers or fails.'
      : 'A reply needs a text, tool calls or an error.';
    const hint = answers ? 'Remove "error", or "text" and "toolCalls".' : 'Add "text".';
    return [problem('SCRIPT_INVALID', ['replies', i], message, hint)];
  });
}

function checkTools(script: Json): readonly Diagnostic[] {
  const tools = isObject(script) ? script['tools'] : undefined;
  if (!isObject(tools)) return [];
  return Object.entries(tools).flatMap(([name, tool]) => {
    if (!isObject(tool) || Object.hasOwn(tool, 'result') !== Object.hasOwn(tool, 'error'))
      return [];
    const message = 'A tool answers with either "result" or "error".';
    return [problem('SCRIPT_INVALID', ['tools', name], message, 'Keep one of them.')];
  });
}

function problem(
  code: string,
  path: readonly (string | number)[],
  message: string,
  hint: string,
): Diagnostic {
  return { code, severity: 'error', pointer: pointer(...path), message, hint };
}

function refused(problems: readonly Diagnostic[]): ParsedScript {
  return { ok: false, problems };
}
