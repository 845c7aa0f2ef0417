// What needs the optional packages, loaded as one.
export { openMailbox } from './imap-mailbox.ts';
export { readMail } from './read-mail.ts';
