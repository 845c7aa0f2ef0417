import {
  describeFunctions,
  emptyScope,
  isObject,
  parseWholeExpression,
  unresolvedNames,
  type Expression,
  type Json,
  type JsonObject,
  type Scope,
} from '@skein/kernel';
import type { CommandCall } from '../arguments/command.ts';
import { createPrompter } from '../ask/prompter.ts';
import { CommandFailure, usageError } from '../errors/command-error.ts';
import { readInput } from '../inputs/read-input.ts';
import { printJson } from '../output/print-json.ts';
import type { Terminal } from '../output/terminal.ts';

/** Computes one expression, or what is typed. */
export async function exprCommand({
  arguments: given,
  terminal,
  isJson,
}: CommandCall): Promise<number> {
  if (given.has('functions')) return listFunctions(terminal, given.positionals[0] ?? '', isJson);
  const written = given.one('input');
  const input = written === undefined ? undefined : await readInput(asFile(written), terminal);
  const [text] = given.positionals;
  if (text === undefined) {
    if (isJson || !terminal.canAsk) throw usageError('EXPRESSION is missing.');
    return converse(terminal, input);
  }
  const { expression, value } = compute(withoutBraces(text), input);
  if (isJson) {
    printJson(terminal, { value, references: expression.references.map((each) => each.text) });
  } else print(terminal, value);
  return 0;
}

/** As the documentation describes them. */
function listFunctions(terminal: Terminal, part: string, isJson: boolean): number {
  const wanted = part.toLowerCase();
  const found = describeFunctions().filter(({ name }) => name.toLowerCase().includes(wanted));
  if (isJson) {
    const functions = found.map(({ receiver, name, signature, description, example, result }) => {
      return { receiver, name, signature, description, example, result };
    });
    printJson(terminal, { functions });
    return 0;
  }
  for (const { receiver, signature, description, example, result } of found) {
    const of = receiver === null ? '' : `${receiver} `;
    const shown = `${example} = ${JSON.stringify(result)}`;
    terminal.data(`${of}${signature}\n  ${description}\n  ${shown}\n`);
  }
  return 0;
}

/** As it stands in a definition, it is taken too. */
function withoutBraces(text: string): string {
  return /^\s*\$\{=(?<inside>.*)\}\s*$/s.exec(text)?.groups?.['inside'] ?? text;
}

/** A name that ends like a JSON file and is no JSON means the file. */
function asFile(written: string): string {
  return /^[^@[{"].*\.json$/i.test(written) ? `@${written}` : written;
}

async function converse(terminal: Terminal, input: Json | undefined): Promise<number> {
  const ended = new AbortController();
  const prompter = createPrompter({
    terminal,
    signal: ended.signal,
    interrupt: () => ended.abort(),
  });
  for (;;) {
    const line = await prompter.ask('> ', ended.signal);
    if (line === null) break;
    if (line.trim() === '') continue;
    try {
      print(terminal, compute(withoutBraces(line), input).value);
    } catch (error) {
      if (!(error instanceof CommandFailure)) throw error;
      const { message, hint } = error.problem;
      terminal.note(`${message}${hint === '' ? '' : ` ${hint}`}\n`);
    }
  }
  prompter.close();
  return 0;
}

function print(terminal: Terminal, value: Json): void {
  terminal.foreignData(`${typeof value === 'string' ? value : JSON.stringify(value, null, 2)}\n`);
}

function compute(
  text: string,
  input: Json | undefined,
): { readonly expression: Expression; readonly value: Json } {
  const named: JsonObject = isObject(input) ? input : {};
  const read = parseWholeExpression(text, Object.keys(named));
  if (!read.ok) throw failure({ code: 'BAD_EXPRESSION', exitCode: 2, ...read });
  const { expression } = read;
  const evaluated = expression.evaluate(scopeOf(input), Object.values(named));
  if (evaluated.ok) return { expression, value: evaluated.value };
  if ('failure' in evaluated) throw failure({ ...evaluated.failure, exitCode: 1 });
  const names = unresolvedNames([{ expression, ...evaluated }], (reference) => reference.text);
  throw failure({
    code: 'UNRESOLVED_REFERENCE',
    message: `${names.join(', ')} has no value here.`,
    hint: 'Give what it reads with --input, or a default with "??".',
    exitCode: 1,
  });
}

function failure(problem: {
  readonly code: string;
  readonly message: string;
  readonly hint?: string;
  readonly exitCode: number;
}): CommandFailure {
  const { code, message, hint = '', exitCode } = problem;
  return new CommandFailure({ code, message, hint, exitCode });
}

function scopeOf(input: Json | undefined): Scope {
  const now = Date.now();
  return { ...emptyScope, trigger: () => input, previous: () => input, now: () => now };
}
