// Servers and workers of one installation on a real Restate, each a process of its own: the real commands.
import { randomBytes } from 'node:crypto';
import { doorsOf, freshNamespace, freshPostgres, neededServer, serveProcess } from '@skein/testkit';
import type { RestateDoors, ServedProcess } from '@skein/testkit';
import { program } from './spawn-skein.ts';

export interface Installation {
  readonly storeUrl: string;
  serve(cwd: string): Promise<ServedProcess>;
  /** `more`: further words of the command. */
  work(cwd: string, more?: readonly string[], who?: string): Promise<ServedProcess>;
  /** Ends whatever still runs. */
  close(): Promise<void>;
}

/** `doors`: of a Restate of its own; default: the one that all tests share. */
export async function installation(doors?: RestateDoors): Promise<Installation> {
  const { ingressUrl, adminUrl } = doors ?? doorsOf(await neededServer('restate'));
  const database = await freshPostgres(await neededServer('postgres'));
  const place = ['--namespace', freshNamespace(), '--restate', ingressUrl];
  const shared = ['--store', database.url, '--json', ...place];
  const secret = { SKEIN_SECRET_KEY: randomBytes(32).toString('hex') };
  const started: ServedProcess[] = [];
  const start = async (cwd: string, words: readonly string[], who = '') => {
    const port = words.includes('--port') ? [] : ['--port', '0'];
    const command = [
      '--disallow-code-generation-from-strings',
      program,
      ...words,
      ...port,
      ...shared,
    ];
    const child = await serveProcess(command, { cwd, env: { WHO: who, ...secret } });
    started.push(child);
    return child;
  };
  return {
    storeUrl: database.url,
    serve: (cwd) => start(cwd, ['serve', '--host-engine', 'restate']),
    work: (cwd, more = [], who = '') => start(cwd, ['worker', '--admin', adminUrl, ...more], who),
    async close() {
      await Promise.all(started.map((child) => child.stop()));
      await database.drop();
    },
  };
}
