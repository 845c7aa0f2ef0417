import { loadOptional } from '@skein/ports';
import {
  isMeant,
  mailPort,
  Undeliverable,
  type Resolve,
  type SmtpDestination,
} from './destinations.ts';
import { messageText } from './message-text.ts';
import type { SentMessage } from './sent-message.ts';

/** Throws why it was not taken. The Message-ID is the same at every try. */
export async function sendMessageMail(
  record: SentMessage,
  address: string,
  given: {
    readonly destination: SmtpDestination;
    readonly link: string | null;
    readonly resolve: Resolve | undefined;
  },
): Promise<void> {
  const { destination, link, resolve } = given;
  const { host, tls = true, from, user, password, recipients } = destination;
  if (!isAddress(address))
    throw new Undeliverable(`"${address.slice(0, 200)}" is no mail address.`);
  if (!recipients.some((rule) => isMeant(rule, address))) {
    throw new Undeliverable(`${address} is not among its recipients.`);
  }
  const { sendMail } = await loadOptional(
    { purpose: 'Sending mails', packages: ['nodemailer@10'] },
    () => import('./smtp-client.ts'),
  );
  const auth = user === undefined ? undefined : { user, pass: (await password?.()) ?? '' };
  const { title, text } = messageText(record);
  const answer = link === null ? '' : `\n\nAnswer here:\n${link}\n`;
  const domain = from.replace(/^.*@/su, '').replaceAll(/[^A-Za-z0-9.-]/g, '');
  const port = mailPort(destination);
  const checked = await resolve?.({ host, port });
  const account = { host, port, address: checked ?? host, tls, auth };
  const mail = {
    from,
    to: address,
    subject: title,
    text: `${text}${answer}`,
    messageId: `<${record.id.replaceAll(/[^A-Za-z0-9._-]/g, '-')}@${domain}>`,
  };
  await sendMail(account, mail).catch(withoutAddress);
}

/** The words of the mail server, if it said any; where it is, is not for users to know. */
function withoutAddress(error: unknown): never {
  if (error instanceof Error && 'response' in error && typeof error.response === 'string') {
    throw new Error(`The mail server refused it: ${error.response}`, { cause: error });
  }
  throw new Error('The mail server could not be reached.', { cause: error });
}

/** One address, and nothing that a mail server could take for more. */
function isAddress(text: string): boolean {
  return /^[^\s@<>()[\],;:"\\]{1,64}@[A-Za-z0-9.-]{1,255}$/u.test(text);
}
