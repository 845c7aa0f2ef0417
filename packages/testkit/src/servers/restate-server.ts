// A real Restate server for tests: the binary of its npm package, on free ports of this machine, in a folder of its own.
import { createRequire } from 'node:module';
import process from 'node:process';
import {
  freePort,
  serverFolder,
  ServerMissing,
  untilReady,
  type RunningProcess,
  type TestServer,
} from './server-process.ts';

/** Where it accepts calls, and where workers are registered. */
export interface RestateDoors {
  readonly ingressUrl: string;
  readonly adminUrl: string;
}

export interface RestateServer extends TestServer, RestateDoors {
  /** Of its process. */
  readonly pid: () => number | undefined;
}

export async function startRestate(settings: NodeJS.ProcessEnv = {}): Promise<RestateServer> {
  const program = restateProgram();
  const folder = serverFolder('restate');
  const [ingress, admin, fabric] = [await freePort(), await freePort(), await freePort()];
  const ingressUrl = `http://127.0.0.1:${ingress}`;
  const adminUrl = `http://127.0.0.1:${admin}`;
  const environment = {
    ...quietSettings,
    RESTATE_BIND_IP: '127.0.0.1',
    RESTATE_BIND_PORT: String(fabric),
    RESTATE_INGRESS__BIND_ADDRESS: `127.0.0.1:${ingress}`,
    RESTATE_ADMIN__BIND_ADDRESS: `127.0.0.1:${admin}`,
    RESTATE_DEFAULT_NUM_PARTITIONS: '4',
    ...settings,
  };
  const given = ['--base-dir', `${folder.path}/data`, '--no-logo', '--listen-mode', 'tcp'];
  const start = async (): Promise<RunningProcess> => {
    const begun = folder.start(program, given, environment);
    await untilReady(begun, () => checkReady({ ingressUrl, adminUrl }));
    return begun;
  };
  const running = await start();
  return {
    url: serverAddress({ ingressUrl, adminUrl }),
    ingressUrl,
    adminUrl,
    pid: () => running.pid,
    async stop() {
      await running.stop();
      folder.remove();
    },
  };
}

/** Both addresses in one text: the ingress, with the admin address after the mark. */
function serverAddress({ ingressUrl, adminUrl }: RestateDoors): string {
  return `${ingressUrl}#${adminUrl}`;
}

export function doorsOf(url: string): RestateDoors {
  const [ingressUrl = '', adminUrl = ''] = url.split('#');
  return { ingressUrl, adminUrl };
}

/** Nothing leaves this machine, and little memory is used. */
export const quietSettings = {
  DO_NOT_TRACK: '1',
  RESTATE_DISABLE_TELEMETRY: 'true',
  RESTATE_LOG_FILTER: 'warn',
  RESTATE_ROCKSDB_TOTAL_MEMORY_SIZE: '256MiB',
} as const;

export function restateProgram(): string {
  const name = `@restatedev/restate-server-${process.platform}-${process.arch}/bin/restate-server`;
  try {
    return createRequire(import.meta.url).resolve(name);
  } catch (error) {
    throw new ServerMissing(`Restate has no binary for this machine (${name})`, { cause: error });
  }
}

/** The ingress answers, and so does a query: before that a registration may be lost. */
export async function checkReady({ ingressUrl, adminUrl }: RestateDoors): Promise<void> {
  await expectOk(fetch(`${ingressUrl}/restate/health`));
  await expectOk(
    fetch(`${adminUrl}/query`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ query: 'SELECT id FROM sys_invocation LIMIT 1' }),
    }),
  );
}

async function expectOk(asked: Promise<Response>): Promise<void> {
  const response = await asked;
  if (!response.ok) throw new Error(`${response.url} says ${response.status}`);
}
