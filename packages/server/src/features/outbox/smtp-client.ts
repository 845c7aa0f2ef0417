import { isIP } from 'node:net';
import { createTransport } from 'nodemailer';

export interface SmtpAccount {
  /** As its certificate names it. */
  readonly host: string;
  /** Where it is: its host, or an address of it that was checked. */
  readonly address: string;
  readonly port: number;
  readonly tls: boolean | 'starttls';
  readonly auth: { readonly user: string; readonly pass: string } | undefined;
}

export interface Mail {
  readonly from: string;
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  readonly messageId: string;
}

const timeoutMs = 20_000;

/** One connection for one mail: a link is sent to a person, not to a list. */
export async function sendMail(account: SmtpAccount, mail: Mail): Promise<void> {
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
  try {
    const { from, to, subject, text, messageId } = mail;
    await transport.sendMail({
      // An object is one address, whatever commas the text contains.
      to: { name: '', address: to },
      from,
      subject,
      text,
      messageId,
      headers: { 'Auto-Submitted': 'auto-generated' },
    });
  } finally {
    transport.close();
  }
}
