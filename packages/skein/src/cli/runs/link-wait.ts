import process from 'node:process';
import type { Engine, MadeLink } from '@skein/engine';
import { secretKey } from '../../server/secret-key.ts';
import { withoutUndefined } from '../../without-undefined.ts';
import type { CommandCall } from '../arguments/command.ts';
import { usageError } from '../errors/command-error.ts';
import { configOf } from '../inputs/load-config.ts';
import { serverOf } from '../inputs/store-url.ts';
import { printJson } from '../output/print-json.ts';
import { withReadingEngine } from './with-engine.ts';

const hourMs = 3_600_000;

/** Prints a link that answers an open wait of a run. */
export async function linkWait(call: CommandCall): Promise<number> {
  const { arguments: given, terminal, isJson } = call;
  const [run = '', node] = given.positionals;
  const recipient = given.one('for');
  if (recipient === undefined || recipient === '') {
    throw usageError('--for is missing.', 'Name who will answer: --for ana@example.org');
  }
  const request = withoutUndefined({
    for: recipient,
    expiresAfterMs: readHours(given.one('hours')),
  });
  const wait = withoutUndefined({ run, node });
  const { url, expiresAt } = await withReadingEngine(call, (engine) =>
    makeLink(call, engine, { wait, request }),
  );
  const expires = new Date(expiresAt).toISOString();
  if (isJson) printJson(terminal, { url, expiresAt: expires });
  else {
    terminal.data(`${url}\n`);
    terminal.note(`Whoever has it can answer once, until ${expires}.\n`);
  }
  return 0;
}

/** By the server; or here, with the key and the address of the server on this store. */
async function makeLink(
  { arguments: given }: CommandCall,
  engine: Engine,
  {
    wait,
    request,
  }: {
    readonly wait: { readonly run: string; readonly node?: string };
    readonly request: Parameters<Engine['waits']['link']>[1];
  },
): Promise<MadeLink> {
  if (serverOf(given) !== undefined) return engine.waits.link(wait, request);
  const place = given.one('url') ?? configOf(given).config.server?.origins?.[0];
  if (place === undefined) {
    throw usageError(
      'Nobody knows at which address the link will be served.',
      'Ask the server (--server), name its address (--url), or set server.origins in the configuration.',
    );
  }
  const { answerLinks } = await import('@skein/server');
  const key = secretKey(process.env, '.skein');
  const links = answerLinks(key, { clock: Date, place: () => place.replace(/\/+$/u, '') });
  return links.make(await engine.waits.find(wait), request);
}

function readHours(hours: string | undefined): number | undefined {
  if (hours === undefined) return undefined;
  if (/^[1-9]\d{0,4}$/.test(hours)) return Number(hours) * hourMs;
  throw usageError(`--hours ${hours} is not a number of hours.`, 'Give a whole number, 1 or more.');
}
