// Real receivers of what a server sends: an HTTP server that keeps what it got, and a mail server.
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import PostalMime from 'postal-mime';
import { SMTPServer } from 'smtp-server';
import { onTestFinished } from 'vitest';

export interface Received {
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
}

export interface Receiver {
  readonly url: string;
  readonly received: readonly Received[];
  /** What it answers from now on. */
  status: number;
}

export async function startReceiver(): Promise<Receiver> {
  const received: Received[] = [];
  const server = createServer((request, response) => {
    let text = '';
    request.setEncoding('utf8');
    request.on('data', (chunk: string) => {
      text += chunk;
    });
    request.on('end', () => {
      received.push({ headers: request.headers, text });
      response.writeHead(receiver.status).end();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const receiver = { url: `http://127.0.0.1:${port}/hook`, received, status: 200 };
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return receiver;
}

export interface ReceivedMail {
  readonly to: readonly string[];
  readonly subject: string;
  readonly text: string;
  readonly messageId: string;
}

export interface MailReceiver {
  readonly port: number;
  readonly mails: () => Promise<readonly ReceivedMail[]>;
}

/** Takes mails from whoever signs in with this name and password. */
export async function startMailReceiver(account: {
  readonly user: string;
  readonly password: string;
}): Promise<MailReceiver> {
  const raw: { readonly to: readonly string[]; readonly source: Buffer }[] = [];
  const server = new SMTPServer({
    hideSTARTTLS: true,
    allowInsecureAuth: true,
    onAuth({ username, password }, _session, done) {
      const isKnown = username === account.user && password === account.password;
      done(isKnown ? null : new Error('wrong password'), { user: username });
    },
    onData(stream, session, done) {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', () => {
        raw.push({
          to: session.envelope.rcptTo.map(({ address }) => address),
          source: Buffer.concat(chunks),
        });
        done();
      });
    },
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', () => resolve()));
  const { port } = server.server.address() as AddressInfo;
  onTestFinished(() => new Promise<void>((resolve) => server.close(() => resolve())));
  const mails = () =>
    Promise.all(
      raw.map(async ({ to, source }) => {
        const { subject = '', text = '', messageId = '' } = await PostalMime.parse(source);
        return { to, subject, text, messageId };
      }),
    );
  return { port, mails };
}
