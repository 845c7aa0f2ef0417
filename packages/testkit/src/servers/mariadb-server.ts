import { createConnection } from 'mysql2/promise';
import { installPackage } from './debian-packages.ts';
import {
  findProgram,
  freePort,
  serverFolder,
  untilReady,
  type TestServer,
} from './server-process.ts';

export async function startMariadb(): Promise<TestServer> {
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
  const running = folder.start(found.server, [
    '--no-defaults',
    `--datadir=${data}`,
    `--port=${port}`,
    '--bind-address=127.0.0.1',
    `--socket=${folder.path}/socket`,
    `--pid-file=${folder.path}/pid`,
    '--max-connections=200',
    '--max-allowed-packet=64M',
  ]);
  const url = `mysql://root@127.0.0.1:${port}/mysql`;
  await untilReady(running, async () => {
    const connection = await createConnection({ uri: url, disableEval: true });
    await connection.end();
  });
  return {
    url,
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
