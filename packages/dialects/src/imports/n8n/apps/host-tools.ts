// Nodes and tools that call a database or a mail server of the host
// What is left to a person is the account: the tool has the name of the credential.
import type { Json, JsonObject } from '@skein/kernel';
import { templateToCode } from '../code/write-code.ts';
import { secretFor } from '../context/conversion.ts';
import { withItems } from '../context/list-nodes.ts';
import type { NodeContext } from '../context/node-context.ts';
import type { Piece } from '../context/piece.ts';
import { sendEmail } from './email.ts';
import { queryCode, queryTemplate, type HostCall } from './host-call.ts';
import { postgresOperations } from './postgres.ts';

function callOf(context: NodeContext): HostCall | null {
  const { node, choice } = context;
  switch (node.type.replace(/Tool$/, '')) {
    case 'postgres': {
      const operation = choice(['operation'], 'insert');
      // A key of the table.
      return Object.hasOwn(postgresOperations, operation)
        ? (postgresOperations[operation]?.(context) ?? null)
        : null;
    }
    case 'emailSend':
      return choice(['operation'], 'send') === 'send' ? sendEmail(context) : null;
    default:
      return null;
  }
}

/** The nodes that ask a database or send a mail; null where someone has to bind a tool. */
export function hostPiece(context: NodeContext): Piece | null {
  const call = callOf(context);
  if (call === null) return null;
  const args: { [name: string]: Json } = {};
  if (call.query !== undefined) args['query'] = queryTemplate(context, call.query);
  for (const [name, value] of Object.entries(call.args)) args[name] = context.template(value);
  Object.assign(args, call.native);
  const config = { tool: toolFor(context, call), args };
  return withItems(context, { type: 'tool', config }, call.result);
}

/** A tool of an agent: code around the tool of the host, so that the model cannot change what the workflow sets. */
export function hostTool(context: NodeContext): JsonObject | null {
  const call = callOf(context);
  if (call === null || call.native !== undefined) return null;
  const tool = toolFor(context, call);
  const args = Object.entries(call.args).map(
    ([name, value]) => `${JSON.stringify(name)}: ${templateToCode(value)}`,
  );
  if (call.query !== undefined) args.unshift(`"query": ${queryCode(call.query)}`);
  const code = `const $fromAI = (name) => args[name.replace(/\\W+/g, '_')];\nreturn await tools[${JSON.stringify(tool)}]({ ${args.join(', ')} });`;
  return { code: { code, tools: [tool] } };
}

const words = {
  postgres: {
    title: 'Postgres',
    usual: 'Postgres account',
    what: 'asks the database',
    config: (tool: string, secret: string) =>
      `"postgres": { "${tool}": { "url": "postgres://USER:\${${secret}}@HOST/DATABASE" } }`,
    docs: 'docs/tools.md#databases',
  },
  mail: {
    title: 'Send Email',
    usual: 'SMTP account',
    what: 'sends by the mail server',
    config: (tool: string, secret: string) =>
      `"mail": { "${tool}": { "host": "HOST", "from": "ADDRESS", "user": "USER", "password": "\${${secret}}", "recipients": ["*"] } }`,
    docs: 'docs/tools.md#mails',
  },
} as const;

/** Named after the credential of the file. */
function toolFor({ node, conversion, lose }: NodeContext, { kind, note = '' }: HostCall): string {
  const { title, usual, what, config, docs } = words[kind];
  const credential = node.credentials[0]?.name ?? usual;
  const tool = slug(credential) || kind;
  const secret = secretFor(conversion, credential);
  lose({
    kind: 'credential',
    message: `"${node.name}" is ${title}, with the credential "${credential}"; it ${what} "${tool}" of the configuration.${note}`,
    hint: `Add ${config(tool, secret)} to skein.config.json (${docs}), and the password: skein secrets set ${secret}.`,
  });
  return tool;
}

function slug(text: string): string {
  return text
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(/[^a-z0-9_]+/g, '-')
    .replaceAll(/^-+|-+$/g, '')
    .slice(0, 64);
}
