// An account on the mail server of the tests, as its owner uses it.
import { randomBytes } from 'node:crypto';
import { ImapFlow } from 'imapflow';
import { mailPassword } from './dovecot-server.ts';

export interface MailAccount {
  readonly host: string;
  readonly port: number;
  readonly user: string;
  /** Puts a mail into the mailbox; returns its number. */
  send(mail: string | Buffer, arrivedAt?: Date): Promise<number>;
  /** What the client of a person would ask for. */
  readonly client: ImapFlow;
  close(): Promise<void>;
}

export async function mailAccount(server: string, mailbox = 'INBOX'): Promise<MailAccount> {
  const { hostname: host, port } = new URL(server);
  const user = `u${randomBytes(6).toString('hex')}`;
  const client = new ImapFlow({
    host,
    port: Number(port),
    secure: false,
    doSTARTTLS: false,
    auth: { user, pass: mailPassword },
    logger: false,
  });
  await client.connect();
  return {
    host,
    port: Number(port),
    user,
    async send(mail, arrivedAt) {
      const text = typeof mail === 'string' ? mail.replaceAll(/\r?\n/g, '\r\n') : mail;
      const added = await client.append(mailbox, text, [], arrivedAt);
      if (!added || added.uid === undefined) throw new Error('The mail was not taken.');
      return added.uid;
    },
    client,
    close: () => client.logout(),
  };
}
