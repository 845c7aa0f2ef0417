import { loadOptional, unreachedWords, type MailSender } from '@skein/ports';

/** Sends a mail; its client is loaded with the first one. */
export const sendSmtp: MailSender = async (account, mail, signal) => {
  const { sendMail } = await loadOptional(
    { purpose: 'Sending mails', packages: ['nodemailer@10'] },
    () => import('./smtp-client.ts'),
  );
  await sendMail(account, mail, signal).catch((error: unknown) => {
    if (signal?.aborted === true) throw signal.reason;
    return withoutAddress(error);
  });
};

/** The words of the mail server, if it said any; where it is, is not for users to know. */
function withoutAddress(error: unknown): never {
  if (error instanceof Error && 'response' in error && typeof error.response === 'string') {
    throw new Error(`The mail server refused it: ${error.response}`, { cause: error });
  }
  throw new Error(unreachedWords('the mail server', error), { cause: error });
}
