// `skein memory`: what workflows remember across runs, in a store or on a server
import type { Engine } from '@skein/engine';
import { toIsoTime } from '@skein/kernel';
import type { MemoryEntry } from '@skein/ports';
import type { CommandCall } from '../arguments/command.ts';
import { problemError, usageError } from '../errors/command-error.ts';
import { parseValue } from '../inputs/parse-value.ts';
import { readLimit } from '../inputs/read-limit.ts';
import { printJson } from '../output/print-json.ts';
import { visibleLine } from '../output/visible-text.ts';
import { withEngine } from '../runs/with-engine.ts';
import { withoutUndefined } from '../../without-undefined.ts';

export async function memoryCommand(call: CommandCall): Promise<number> {
  return withEngine(call, ({ memory }) => perform(call, memory));
}

async function perform(call: CommandCall, memory: Engine['memory']): Promise<number> {
  const { command, arguments: given, terminal, isJson } = call;
  const [key = '', written = ''] = given.positionals;
  const owner = withoutUndefined({ scope: given.one('scope'), user: given.one('user') });
  switch (command.name) {
    case 'memory ls':
      return list(call, memory, owner);
    case 'memory get': {
      const entry = await memory.get(key, owner);
      if (entry === null) throw missing(key);
      if (isJson) printJson(terminal, { ...entry });
      else terminal.foreignData(`${JSON.stringify(entry.value, null, 2)}\n`);
      return 0;
    }
    case 'memory set':
    case 'memory add': {
      const { value } = parseValue(written, 'The value');
      const ttlMs = readNumber(call, 'ttl');
      const done =
        command.name === 'memory add'
          ? await memory.add(key, value, { ...owner, ttlMs })
          : await memory.set(key, value, {
              ...owner,
              ttlMs,
              ifRevision: readNumber(call, 'if-revision'),
            });
      if (isJson) printJson(terminal, { key, ...done });
      else terminal.note(`${visibleLine(key)} has the revision ${done.revision}.\n`);
      return 0;
    }
    default: {
      if (!(await memory.delete(key, owner))) throw missing(key);
      if (isJson) printJson(terminal, { deleted: key });
      else terminal.note(`${visibleLine(key)} is forgotten.\n`);
      return 0;
    }
  }
}

async function list(
  { arguments: given, terminal, isJson }: CommandCall,
  memory: Engine['memory'],
  owner: { readonly scope?: string; readonly user?: string },
): Promise<number> {
  const paging = withoutUndefined({
    limit: Math.min(200, readLimit(given.one('limit'))),
    cursor: given.one('cursor'),
  });
  const { items, nextCursor } = await memory.list({ ...owner, ...paging });
  if (isJson) {
    printJson(terminal, { items: items.map((entry) => ({ ...entry })), nextCursor });
    return 0;
  }
  for (const entry of items) terminal.foreignData(`${formatEntry(entry)}\n`);
  if (items.length === 0) terminal.note('Nothing is remembered.\n');
  if (nextCursor !== null) terminal.note(`More: --cursor '${visibleLine(nextCursor)}'\n`);
  return 0;
}

function formatEntry({ scope, key, value, revision, expiresAt }: MemoryEntry): string {
  const until = expiresAt === null ? [] : [`until ${toIsoTime(expiresAt)}`];
  const shown = visibleLine(JSON.stringify(value), 60);
  return [visibleLine(scope), visibleLine(key), `#${revision}`, shown, ...until].join('  ');
}

function readNumber({ arguments: given }: CommandCall, name: string): number | undefined {
  const written = given.one(name);
  if (written === undefined) return undefined;
  if (/^\d{1,15}$/.test(written)) return Number(written);
  throw usageError(`--${name} cannot be "${written}".`, 'Give a whole number.');
}

function missing(key: string): Error {
  return problemError('NOT_FOUND', { what: 'memory', id: key });
}
