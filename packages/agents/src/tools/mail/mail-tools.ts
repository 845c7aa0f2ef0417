// Mail servers, as tools
// A call is one mail. Its sender and who may get it are up to the configuration; a call cannot name another sender.
import { ownValue, textOf, type Json, type JsonObject } from '@skein/kernel';
import {
  isMailAddress,
  isMeant,
  mailPort,
  messageIdOf,
  withoutUndefined,
  type Mail,
  type MailAttachment,
  type MailSender,
  type Tool,
  type ToolCall,
  type ToolSource,
} from '@skein/ports';
import { failureError } from '../../failure-error.ts';
import type { Vault } from '../../secrets/vault.ts';
import { listedTools } from '../listed-tools.ts';
import type { MailConfig } from './mail-config.ts';

export interface MailParts {
  readonly vault: Vault;
  /** Absent: this host has no client for mails. */
  readonly send: MailSender | undefined;
}

export function mailTools(
  configs: Readonly<Record<string, MailConfig>>,
  parts: MailParts,
): ToolSource {
  return listedTools(Object.entries(configs).map(([name, config]) => toTool(name, config, parts)));
}

const addresses = (description: string): JsonObject => ({
  description,
  anyOf: [{ type: 'string' }, { type: 'array', items: { type: 'string' } }],
});

const parameters: JsonObject = {
  type: 'object',
  properties: {
    to: addresses('One address or several, also as a text with commas.'),
    cc: addresses('Who gets a copy.'),
    bcc: addresses('Who gets a copy that the others do not know of.'),
    replyTo: { type: 'string', description: 'Where answers go.' },
    subject: { type: 'string' },
    text: { type: 'string', description: 'The mail as plain text.' },
    html: { type: 'string', description: 'The mail as HTML.' },
    attachments: { type: 'array', description: 'Files of the run.', items: { type: 'object' } },
  },
  required: ['to', 'subject'],
  additionalProperties: false,
};

function toTool(name: string, config: MailConfig, parts: MailParts): Tool {
  const { description, effect = 'guarded', approve = false, who, from } = config;
  return {
    name,
    description: description ?? `Sends a mail from ${from}.`,
    parameters,
    output: { type: 'object', properties: { messageId: { type: 'string' } } },
    effect,
    approve,
    who,
    // Checked arguments are an object.
    run: (args, call) => send({ name, config, parts }, args as JsonObject, call),
  };
}

interface MailTool {
  readonly name: string;
  readonly config: MailConfig;
  readonly parts: MailParts;
}

async function send(
  { name, config, parts }: MailTool,
  args: JsonObject,
  call: ToolCall,
): Promise<Json> {
  const { vault, send: sender } = parts;
  if (sender === undefined) throw noClient(name);
  const { host, tls = true, from, user, password = '' } = config;
  const mail: Mail = withoutUndefined({
    from,
    to: listed(config, args, 'to'),
    cc: listed(config, args, 'cc'),
    bcc: listed(config, args, 'bcc'),
    replyTo: replyTo(args),
    subject: given(args, 'subject') ?? '',
    text: given(args, 'text'),
    html: given(args, 'html'),
    attachments: await attached(args, call),
    messageId: messageIdOf(call.idempotencyKey, from),
  });
  if (mail.to.length === 0) throw new Error('A mail needs an address in "to".');
  const port = mailPort(config);
  const target = `${host}:${port}`;
  const auth = user === undefined ? undefined : { user, pass: await vault.fill(password, target) };
  try {
    await sender({ host, address: host, port, tls, auth }, mail, call.signal);
  } catch (error) {
    if (call.signal.aborted || !(error instanceof Error)) throw error;
    throw new Error(vault.redact(error.message), { cause: error });
  }
  return { messageId: mail.messageId };
}

function given(args: JsonObject, key: string): string | undefined {
  const value = ownValue(args, key);
  return value === undefined || value === null ? undefined : textOf(value);
}

/** Every address, if each is allowed. */
function listed({ recipients }: MailConfig, args: JsonObject, key: string): readonly string[] {
  const value: Json = ownValue(args, key) ?? [];
  const texts = (Array.isArray(value) ? value : [value]).flatMap((each) => textOf(each).split(','));
  const found = texts.map((text) => bare(text.trim())).filter((text) => text !== '');
  for (const address of found) {
    if (!isMailAddress(address)) throw new Error(`"${shown(address)}" is no mail address.`);
    if (!recipients.some((rule) => isMeant(rule, address)))
      throw new Error(`${address} is not among the recipients that the configuration allows.`);
  }
  return found;
}

function replyTo(args: JsonObject): string | undefined {
  const text = bare(given(args, 'replyTo')?.trim() ?? '');
  if (text === '') return undefined;
  if (isMailAddress(text)) return text;
  throw new Error(`"${shown(text)}" is no mail address.`);
}

/** `Ana <ana@example.org>` is `ana@example.org`. */
function bare(text: string): string {
  return /^[^<>]*<([^<>]*)>$/u.exec(text)?.[1]?.trim() ?? text;
}

function shown(text: string): string {
  return text.slice(0, 200);
}

/** Files that the run may not read are refused before anything is sent. */
async function attached(
  args: JsonObject,
  { files }: ToolCall,
): Promise<readonly MailAttachment[] | undefined> {
  const values = ownValue(args, 'attachments') ?? [];
  if (!Array.isArray(values) || values.length === 0) return undefined;
  if (files === undefined) throw new Error('Files can only be attached in a run.');
  const opened = await Promise.all(values.map((value: Json) => files.open(value)));
  return opened.map((file) => ({
    name: file.name,
    type: file.type,
    bytes: () => file.bytes(),
  }));
}

function noClient(name: string): Error {
  return failureError({
    code: 'BAD_CONFIG',
    message: `The tool "${name}" sends mails, and this host has no client for them.`,
    retry: 'never',
    data: { tool: name, hint: 'Give `sendMail` to the configured tools.' },
  });
}
