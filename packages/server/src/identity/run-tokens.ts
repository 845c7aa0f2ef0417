// Tokens of runs
// What a run calls (an MCP server) may fetch the run's outputs with such a token, and do nothing else.
// O1. A token names one run and ends with it, or after an hour. It is not stored: its signature proves that this server made it, or
//     another one with the same key for secrets.
// O2. It is read-only: the route table says which requests it may make.
import { createHmac, timingSafeEqual } from 'node:crypto';
import type { RunId } from '@skein/api';
import type { Engine } from '@skein/engine';
import { EngineError, type Clock } from '@skein/ports';
import { userOf, type Identity } from './identity.ts';

const prefix = 'skr_';
const lengthMs = 3_600_000;

export function isRunToken(token: string): boolean {
  return token.startsWith(prefix);
}

export interface RunTokens {
  make(run: RunId): string;
  /** Undefined for one that was changed, has expired, or whose run has ended. */
  read(token: string, engine: Pick<Engine, 'runs'>): Promise<Identity | undefined>;
}

export function runTokens(secretKey: Uint8Array, clock: Pick<Clock, 'now'>): RunTokens {
  const key = createHmac('sha256', secretKey).update('tokens of runs').digest();
  const sign = (text: string) => createHmac('sha256', key).update(text).digest();
  return {
    make(run) {
      const text = Buffer.from(JSON.stringify([run, clock.now() + lengthMs])).toString('base64url');
      return `${prefix}${text}.${sign(text).toString('base64url')}`;
    },
    async read(token, engine) {
      const [text = '', signature = ''] = token.slice(prefix.length).split('.');
      const [given, wanted] = [Buffer.from(signature, 'base64url'), sign(text)];
      if (given.length !== wanted.length || !timingSafeEqual(given, wanted)) return undefined;
      // Signed by us, so it has this form.
      const [run, until] = JSON.parse(Buffer.from(text, 'base64url').toString()) as [RunId, number];
      return clock.now() < until ? identityOf(engine, run) : undefined;
    },
  };
}

async function identityOf(
  { runs }: Pick<Engine, 'runs'>,
  run: RunId,
): Promise<Identity | undefined> {
  try {
    const { user: owner = '', status } = await runs.record(run);
    if (status !== 'running' && status !== 'waiting') return undefined;
    const belongs = { groups: [], roles: [] };
    const about = { user: userOf(owner), owner, ...belongs };
    return { ...about, scopes: ['read'], via: 'run', key: `run:${run}`, run };
  } catch (error) {
    if (error instanceof EngineError && error.status === 404) return undefined;
    throw error;
  }
}
