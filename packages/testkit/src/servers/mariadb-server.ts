import { createConnection } from 'mysql2/promise';
import { installPackage } from './debian-packages.ts';
import {
  findProgram,
  freePort,
  serverFolder,
  untilReady,
  type RestartableServer,
} from './server-process.ts';

export async function startMariadb(): Promise<RestartableServer> {
  if (programs() === undefined) installPackage('mariadb-server');
  const found = programs();
  if (found === undefined) throw new Error('mariadb-server was installed, but mariadbd is nowhere');
  const folder = serverFolder('mariadb');
  const data = `${folder.path}/data`;
  folder.run(found.install, [
    '--no-defaults',
    `--datadir=${data}`,
    '--auth-root-authentication-method=normal',
    '--skip-test-db',
  ]);
  const port = await freePort();
  const given = [
    '--no-defaults',
    `--datadir=${data}`,
    `--port=${port}`,
    '--bind-address=127.0.0.1',
    `--socket=${folder.path}/socket`,
    `--pid-file=${folder.path}/pid`,
    '--max-connections=200',
    '--max-allowed-packet=64M',
    // On a busy machine a handshake takes its time, and tests that break wires leave many unfinished.
    '--connect-timeout=120',
    '--max-connect-errors=1000000',
  ];
  const url = `mysql://root@127.0.0.1:${port}/mysql`;
  const start = async () => {
    const begun = folder.start(found.server, given);
    await untilReady(begun, async () => {
      const connection = await createConnection({ uri: url, disableEval: true });
      await connection.end();
    });
    return begun;
  };
  let running = await start();
  return {
    url,
    async restart(signal, downMs = 0) {
      await running.stop(signal);
      await new Promise((resolve) => setTimeout(resolve, downMs));
      running = await start();
    },
    async stop() {
      await running.stop();
      folder.remove();
    },
  };
}

function programs(): { readonly install: string; readonly server: string } | undefined {
  const server = findProgram(['mariadbd', '/usr/sbin/mariadbd']);
  const install = findProgram(['mariadb-install-db', '/usr/bin/mariadb-install-db']);
  return server === undefined || install === undefined ? undefined : { install, server };
}
