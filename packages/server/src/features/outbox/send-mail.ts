import { loadOptional, type OutboxRecord } from '@skein/ports';
import { Undeliverable, type SmtpDestination } from './destinations.ts';
import { messageText } from './message-text.ts';

/** Throws why it was not taken. The Message-ID is the same at every try. */
export async function sendMessageMail(
  record: OutboxRecord,
  address: string,
  { destination, link }: { readonly destination: SmtpDestination; readonly link: string | null },
): Promise<void> {
  const { host, tls = true, port, from, user, password, recipients } = destination;
  if (!isAddress(address))
    throw new Undeliverable(`"${address.slice(0, 200)}" is no mail address.`);
  if (!recipients.some((rule) => isMeant(rule, address))) {
    throw new Undeliverable(`${address} is not among the recipients of server.outbox.smtp.`);
  }
  const { sendMail } = await loadOptional(
    { purpose: 'Sending mails', packages: ['nodemailer@10'] },
    () => import('./smtp-client.ts'),
  );
  const auth = user === undefined ? undefined : { user, pass: (await password?.()) ?? '' };
  const { title, text } = messageText(record);
  const answer = link === null ? '' : `\n\nAnswer here:\n${link}\n`;
  const domain = from.replace(/^.*@/su, '').replaceAll(/[^A-Za-z0-9.-]/g, '');
  const account = { host, port: port ?? (tls === true ? 465 : 587), tls, auth };
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

function isMeant(rule: string, address: string): boolean {
  if (rule === '*') return true;
  const [wanted, given] = [rule.toLowerCase(), address.toLowerCase()];
  return wanted.startsWith('*@') ? given.endsWith(wanted.slice(1)) : wanted === given;
}
