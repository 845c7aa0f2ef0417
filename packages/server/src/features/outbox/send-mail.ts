import { isMailAddress, isMeant, mailPort, messageIdOf } from '@skein/ports';
import { Undeliverable, type Resolve, type SmtpDestination } from './destinations.ts';
import { messageText } from './message-text.ts';
import { sendSmtp } from './send-smtp.ts';
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
  if (!isMailAddress(address))
    throw new Undeliverable(`"${address.slice(0, 200)}" is no mail address.`);
  if (!recipients.some((rule) => isMeant(rule, address))) {
    throw new Undeliverable(`${address} is not among its recipients.`);
  }
  const auth = user === undefined ? undefined : { user, pass: (await password?.()) ?? '' };
  const { title, text } = messageText(record);
  const answer = link === null ? '' : `\n\nAnswer here:\n${link}\n`;
  const port = mailPort(destination);
  const checked = await resolve?.({ host, port });
  const account = { host, port, address: checked ?? host, tls, auth };
  await sendSmtp(account, {
    from,
    to: [address],
    subject: title,
    text: `${text}${answer}`,
    messageId: messageIdOf(record.id, from),
  });
}
