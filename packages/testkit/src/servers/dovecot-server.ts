import { writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { spawnSync } from 'node:child_process';
import { userInfo } from 'node:os';
import process from 'node:process';
import { installPackage } from './debian-packages.ts';
import {
  findProgram,
  freePort,
  serverFolder,
  untilReady,
  type TestServer,
} from './server-process.ts';

/** The password of every account. An account exists as soon as somebody logs in. */
export const mailPassword = 'dove';

/** Dovecot with IMAP in plain text: `imap://127.0.0.1:PORT`. */
export async function startDovecot(): Promise<TestServer> {
  const candidates = ['dovecot', '/usr/sbin/dovecot'];
  if (findProgram(candidates) === undefined) installPackage('dovecot-imapd');
  const program = findProgram(candidates);
  if (program === undefined) throw new Error('dovecot-imapd was installed, but dovecot is nowhere');
  const folder = serverFolder('dovecot');
  const port = await freePort();
  const file = `${folder.path}/dovecot.conf`;
  writeFileSync(file, configuration(folder.path, port));
  const running = folder.start(program, ['-F', '-c', file]);
  await untilReady(running, () => answers(port));
  return {
    url: `imap://127.0.0.1:${port}`,
    async stop() {
      await running.stop();
      folder.remove();
    },
  };
}

/** Everything runs as the one user that owns the folder, without any privilege. */
function configuration(folder: string, port: number): string {
  const isRoot = process.getuid?.() === 0;
  const user = isRoot ? 'nobody' : userInfo().username;
  const group = spawnSync('id', ['-gn', user], { encoding: 'utf8' }).stdout.trim();
  return `
protocols = imap
listen = 127.0.0.1
base_dir = ${folder}/run
state_dir = ${folder}/state
log_path = /dev/stderr
ssl = no
disable_plaintext_auth = no
default_login_user = ${user}
default_internal_user = ${user}
default_internal_group = ${group}
mail_location = maildir:${folder}/mail/%u
mail_uid = ${user}
mail_gid = ${group}
first_valid_uid = 1
first_valid_gid = 1
mail_max_userip_connections = 100
passdb {
  driver = static
  args = password=${mailPassword}
}
userdb {
  driver = static
  args = uid=${user} gid=${group} home=${folder}/mail/%u allow_all_users=yes
}
service imap-login {
  chroot =
  inet_listener imap {
    port = ${port}
  }
  inet_listener imaps {
    port = 0
  }
}
service anvil {
  chroot =
}
service stats {
  chroot =
}
`;
}

function answers(port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1');
    socket.once('data', () => {
      socket.destroy();
      resolve();
    });
    socket.once('error', reject);
    socket.once('close', () => reject(new Error('it closed the connection')));
  });
}
