import { globSync } from 'node:fs';
import { Client } from 'pg';
import { installPackage } from './debian-packages.ts';
import {
  findProgram,
  freePort,
  serverFolder,
  untilReady,
  type RestartableServer,
} from './server-process.ts';

export interface PostgresServer extends RestartableServer {
  /** The id of the server's parent process. */
  readonly pid: () => number | undefined;
}

export async function startPostgres(): Promise<PostgresServer> {
  if (programs() === undefined) installPackage('postgresql');
  const found = programs();
  if (found === undefined) throw new Error('postgresql was installed, but initdb is nowhere');
  const folder = serverFolder('postgres');
  const data = `${folder.path}/data`;
  folder.run(found.initdb, ['-D', data, '-U', 'skein', '-A', 'trust', '-E', 'UTF8', '--locale=C']);
  const port = await freePort();
  const settings = [
    'listen_addresses=127.0.0.1',
    `unix_socket_directories=${folder.path}`,
    'max_connections=200',
  ];
  const given = ['-D', data, '-p', String(port), ...settings.flatMap((setting) => ['-c', setting])];
  const url = `postgres://skein@127.0.0.1:${port}/postgres`;
  const start = async () => {
    const begun = folder.start(found.postgres, given);
    await untilReady(begun, async () => {
      const client = new Client({ connectionString: url });
      await client.connect();
      await client.end();
    });
    return begun;
  };
  let running = await start();
  return {
    url,
    pid: () => running.pid,
    async restart(signal, downMs = 0) {
      await running.stop(signal);
      await new Promise((resolve) => setTimeout(resolve, downMs));
      running = await start();
    },
    async stop() {
      // Fast shutdown: it does not wait for clients.
      await running.stop('SIGINT');
      folder.remove();
    },
  };
}

function programs(): { readonly initdb: string; readonly postgres: string } | undefined {
  const places = globSync('/usr/lib/postgresql/*/bin').toSorted().reverse();
  const find = (name: string) => findProgram([name, ...places.map((place) => `${place}/${name}`)]);
  const [initdb, postgres] = [find('initdb'), find('postgres')];
  return initdb === undefined || postgres === undefined ? undefined : { initdb, postgres };
}
