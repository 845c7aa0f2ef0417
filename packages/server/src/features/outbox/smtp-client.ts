import { isIP } from 'node:net';
import { Readable } from 'node:stream';
import type { Mail, SmtpAccount } from '@skein/ports';
import { createTransport } from 'nodemailer';

const timeoutMs = 20_000;

/** One connection for one mail: a link is sent to a person, not to a list. */
export async function sendMail(
  account: SmtpAccount,
  mail: Mail,
  signal?: AbortSignal,
): Promise<void> {
  const { host, address, port, tls, auth } = account;
  const login = auth === undefined ? {} : { auth };
  const transport = createTransport({
    host: address,
    port,
    // A name is what the certificate must be for, also when an address of it is called.
    tls: isIP(host) === 0 ? { servername: host } : {},
    secure: tls === true,
    requireTLS: tls === 'starttls',
    ignoreTLS: tls === false,
    connectionTimeout: timeoutMs,
    greetingTimeout: timeoutMs,
    socketTimeout: timeoutMs,
    // A text that names a file or an address must never become one.
    disableFileAccess: true,
    disableUrlAccess: true,
    ...login,
  });
  const stop = () => transport.close();
  signal?.addEventListener('abort', stop, { once: true });
  try {
    signal?.throwIfAborted();
    const { to, cc = [], bcc = [], attachments = [], ...rest } = mail;
    await transport.sendMail({
      ...rest,
      to: to.map(oneAddress),
      cc: cc.map(oneAddress),
      bcc: bcc.map(oneAddress),
      attachments: attachments.map((file) => ({
        filename: file.name,
        contentType: file.type,
        content: Readable.from(file.bytes()),
      })),
      headers: { 'Auto-Submitted': 'auto-generated' },
    });
  } finally {
    signal?.removeEventListener('abort', stop);
    transport.close();
  }
}

/** An object is one address, whatever commas the text contains. */
function oneAddress(address: string) {
  return { name: '', address };
}
