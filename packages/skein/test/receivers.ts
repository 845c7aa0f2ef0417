// Real receivers of what a server sends: an HTTP server, and a mail server that speaks as much SMTP as a mail takes.
import { createServer as createHttpServer, type IncomingHttpHeaders } from 'node:http';
import { createServer, type AddressInfo, type Server } from 'node:net';
import { createInterface } from 'node:readline';
import { onTestFinished } from 'vitest';

export interface HookReceiver {
  readonly url: string;
  readonly received: readonly { readonly headers: IncomingHttpHeaders; readonly text: string }[];
  /** What it answers from now on. */
  status: number;
}

export async function startReceiver(): Promise<HookReceiver> {
  const received: { readonly headers: IncomingHttpHeaders; readonly text: string }[] = [];
  const server = createHttpServer((request, response) => {
    let text = '';
    request.setEncoding('utf8').on('data', (chunk: string) => (text += chunk));
    request.on('end', () => {
      received.push({ headers: request.headers, text });
      response.writeHead(receiver.status).end();
    });
  });
  const port = await listening(server);
  const receiver = { url: `http://127.0.0.1:${port}/hook`, received, status: 200 };
  return receiver;
}

export interface MailReceiver {
  readonly port: number;
  readonly mails: readonly { readonly to: readonly string[]; readonly source: string }[];
}

/** Takes mails from whoever signs in with this name and password. */
export async function startMailReceiver(account: {
  readonly user: string;
  readonly password: string;
}): Promise<MailReceiver> {
  const mails: { readonly to: readonly string[]; readonly source: string }[] = [];
  const login = Buffer.from(`\0${account.user}\0${account.password}`).toString('base64');
  const server = createServer((socket) => {
    socket.on('error', () => {});
    let to: string[] = [];
    let source: string[] | null = null;
    let isKnown = false;
    const say = (text: string) => socket.write(`${text}\r\n`);
    const answer = (line: string): string => {
      const [verb = ''] = line.toUpperCase().split(' ');
      if (verb === 'EHLO') return '250-here\r\n250 AUTH PLAIN';
      if (verb === 'AUTH') {
        isKnown = line === `AUTH PLAIN ${login}`;
        return isKnown ? '235 welcome' : '535 wrong password';
      }
      if (verb === 'QUIT') return '221 bye';
      if (!isKnown) return '530 sign in first';
      if (verb === 'RCPT') to.push(/<([^>]*)>/u.exec(line)?.[1] ?? '');
      if (verb !== 'DATA') return '250 fine';
      source = [];
      return '354 go on';
    };
    createInterface({ input: socket, crlfDelay: Infinity }).on('line', (line) => {
      if (source === null) say(answer(line));
      else if (line === '.') {
        mails.push({ to, source: source.join('\n') });
        [to, source] = [[], null];
        say('250 taken');
      } else source.push(line);
    });
    say('220 here');
  });
  return { port: await listening(server), mails };
}

async function listening(server: Server): Promise<number> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.close();
  });
  return (server.address() as AddressInfo).port;
}
