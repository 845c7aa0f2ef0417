// The log of a server
// One line for each answer and each event of the process, on stderr: for people, or as JSON.
// G1. A line names the route, never the address that was asked for, and the id of a key, never the key: what callers send is in none.
import { EngineError, type LogFields, type Logger } from '@skein/ports';
import type { AnsweredRequest } from '@skein/server';
import type { Terminal } from '../output/terminal.ts';
import { visibleLine } from '../output/visible-text.ts';
import type { LogForm } from './serve-settings.ts';

export interface ServerLog {
  readonly answered: (request: AnsweredRequest) => void;
  /** Something that happened to the process. */
  readonly event: (message: string, more?: Readonly<Record<string, unknown>>) => void;
  /** Something of it that should not happen. Also said when nothing else is. */
  readonly warning: (message: string, more?: Readonly<Record<string, unknown>>) => void;
  /** Something is wrong that no caller waits for. Also said when nothing else is. */
  readonly problem: (error: unknown) => void;
  /** What goes wrong in runs: nodes that fail and are tried again, and how a run ends by it. */
  readonly runs: Logger;
  /** A bug; the reference is what the caller was told. Also said when nothing else is. */
  readonly bug: (error: unknown, reference: string) => void;
}

export function serverLog(form: LogForm, { note }: Pick<Terminal, 'note'>): ServerLog {
  const line = (level: 'info' | 'warn' | 'error', fields: object) => {
    note(`${JSON.stringify({ time: new Date().toISOString(), level, ...fields })}\n`);
  };
  if (form === 'json')
    return {
      answered: (request) => line(request.status >= 500 ? 'warn' : 'info', toFields(request)),
      event: (message, more) => line('info', { message, ...more }),
      warning: (message, more) => line('warn', { message, ...more }),
      problem: (error) => line('warn', { ...codeOf(error), message: textOf(error) }),
      runs: troubles((level, message, fields) => line(level, { message, ...fields })),
      bug: (error, reference) => line('error', { message: describe(error), reference }),
    };
  const isQuiet = form === 'off';
  return {
    answered: (request) => {
      if (!isQuiet) note(`${toText(request)}\n`);
    },
    event: (message) => {
      if (!isQuiet) note(`${message}\n`);
    },
    warning: (message) => note(`${message}\n`),
    problem: (error) => note(`${visibleLine(textOf(error))}\n`),
    runs: troubles((_, message, fields) => {
      if (!isQuiet) note(`${visibleLine([message, ...written(fields)].join(' '))}\n`);
    }),
    bug: (error, reference) => note(`${reference}: ${describe(error)}\n`),
  };
}

type Troubles = (level: 'warn' | 'error', message: string, fields: LogFields) => void;

/** Those that start, wait and end as they should are in the lists of the server, and no lines here. */
function troubles(say: Troubles): Logger {
  const silent = () => {};
  const told = ({ err, ...fields }: LogFields) =>
    err === undefined ? fields : { ...fields, ...codeOf(err), problem: textOf(err) };
  return {
    debug: silent,
    info: silent,
    warn: (fields, message) => say('warn', message, told(fields)),
    error: (fields, message) => say('error', message, told(fields)),
  };
}

function written(fields: LogFields): readonly string[] {
  return Object.entries(fields).map(([name, value]) => `${name}=${String(value)}`);
}

function toFields({ id, method, route, status, tookMs, user, key }: AnsweredRequest): object {
  return {
    message: 'answered',
    request: id,
    method,
    route,
    status,
    ms: rounded(tookMs),
    user,
    key,
  };
}

function toText({ method, route, status, tookMs, user }: AnsweredRequest): string {
  const time = new Date().toISOString().slice(11, 19);
  const who = user === undefined ? '' : `  ${visibleLine(user)}`;
  return `${time} ${status} ${method.padEnd(6)} ${route}  ${rounded(tookMs)} ms${who}`;
}

function rounded(ms: number): number {
  return Math.round(ms * 100) / 100;
}

function textOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

function codeOf(error: unknown): { readonly code?: string } {
  return error instanceof EngineError ? { code: error.code } : {};
}

function describe(error: unknown): string {
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}
