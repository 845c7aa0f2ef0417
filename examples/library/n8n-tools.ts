// Tools for nodes of n8n that need a driver: Postgres and Send Email. The database and the mail server are arguments, so that this file
// runs without either.
import assert from 'node:assert/strict';
import { createEngine } from 'skein';

// #region postgres
type Row = { readonly [column: string]: unknown };
/** As `pg` has it: `const { Pool } = pg; const pool = new Pool(); (text, values) => pool.query(text, [...values])`. */
type Query = (
  text: string,
  values: readonly unknown[],
) => Promise<{ readonly rows: readonly Row[] }>;
/** The parameters of the node in n8n. */
interface PostgresArgs {
  readonly schema?: string;
  readonly table?: string;
  readonly query?: string;
  readonly columns?: { readonly value?: Row };
  readonly where?: {
    readonly values?: readonly { readonly column: string; readonly value: unknown }[];
  };
  readonly limit?: number;
  readonly options?: { readonly queryReplacement?: string | readonly unknown[] };
}

const name = (word = '') => `"${word.replaceAll('"', '""')}"`;
const place = ({ schema = 'public', table }: PostgresArgs) => `${name(schema)}.${name(table)}`;

function postgresTools(query: Query) {
  const parameters = { type: 'object' } as const;
  const tool = (run: (args: PostgresArgs) => Promise<{ readonly rows: readonly Row[] }>) => ({
    description: 'Postgres, as n8n calls it.',
    parameters,
    run: async (args: unknown) => (await run(args as PostgresArgs)).rows,
  });
  return {
    'postgres-executeQuery': tool(({ query: text = '', options = {} }) => {
      const given = options.queryReplacement ?? [];
      return query(
        text,
        typeof given === 'string' ? given.split(',').map((each) => each.trim()) : given,
      );
    }),
    'postgres-insert': tool((args) => {
      const row = Object.entries(args.columns?.value ?? {});
      const columns = row.map(([column]) => name(column)).join(', ');
      const marks = row.map((_, index) => `$${index + 1}`).join(', ');
      const text = `insert into ${place(args)} (${columns}) values (${marks}) returning *`;
      return query(
        text,
        row.map(([, value]) => value),
      );
    }),
    'postgres-select': tool((args) => {
      const tests = args.where?.values ?? [];
      const where = tests
        .map(({ column }, index) => `${name(column)} = $${index + 1}`)
        .join(' and ');
      const text = `select * from ${place(args)}${where === '' ? '' : ` where ${where}`} limit ${Number(args.limit ?? 50)}`;
      return query(
        text,
        tests.map(({ value }) => value),
      );
    }),
  };
}
// #endregion

// #region mail
interface MailArgs {
  readonly fromEmail: string;
  readonly toEmail: string;
  readonly subject?: string;
  readonly text?: string;
  readonly html?: string;
}
/** As nodemailer has it: the `sendMail` of a transport. */
type SendMail = (mail: {
  from: string;
  to: string;
  subject: string;
  text?: string;
  html?: string;
}) => Promise<{ readonly messageId: string }>;

function mailTools(sendMail: SendMail) {
  return {
    'emailSend-send': {
      description: 'Sends a mail, as n8n calls it.',
      parameters: { type: 'object', required: ['fromEmail', 'toEmail'] },
      run: async (args: unknown) => {
        const { fromEmail, toEmail, subject = '', text, html } = args as MailArgs;
        const { messageId } = await sendMail({
          from: fromEmail,
          to: toEmail,
          subject,
          ...(text === undefined ? {} : { text }),
          ...(html === undefined ? {} : { html }),
        });
        return { messageId };
      },
    },
  };
}
// #endregion

const asked: unknown[] = [];
const query: Query = (text, values) => {
  asked.push([text, values]);
  return Promise.resolve({ rows: [{ id: 1, name: 'Ann' }] });
};
const sendMail: SendMail = (mail) => {
  asked.push(mail);
  return Promise.resolve({ messageId: 'm1' });
};
const engine = await createEngine({ tools: { ...postgresTools(query), ...mailTools(sendMail) } });
const call = (id: string, tool: string, args: object) => ({
  id,
  type: 'tool',
  config: { tool, args },
});
const { id } = await engine.runs.start({
  skein: 1,
  nodes: [
    call('add', 'postgres-insert', { table: 'people', columns: { value: { name: 'Ann' } } }),
    call('find', 'postgres-select', {
      table: 'people',
      where: { values: [{ column: 'name', value: 'Ann' }] },
    }),
    call('tell', 'emailSend-send', {
      fromEmail: 'a@example.org',
      toEmail: 'b@example.org',
      text: 'Hi',
    }),
  ],
  edges: [
    { from: 'add', to: 'find' },
    { from: 'find', to: 'tell' },
  ],
});
const { status } = await engine.runs.finished(id);
assert.equal(status, 'completed');
assert.deepEqual(asked, [
  ['insert into "public"."people" ("name") values ($1) returning *', ['Ann']],
  ['select * from "public"."people" where "name" = $1 limit 50', ['Ann']],
  { from: 'a@example.org', to: 'b@example.org', subject: '', text: 'Hi' },
]);
await engine.close();
