// The tools of a configuration
// MCP servers, HTTP requests, OpenAPI documents, databases and mail servers as one source, with one request guard and one vault.
import fs from 'node:fs';
import path from 'node:path';
import process from 'node:process';
import type {
  ConnectionSource,
  MailSender,
  SecretSource,
  ToolConfirmations,
  ToolSource,
} from '@skein/ports';
import { guardedFetch } from '../../http/guarded-fetch.ts';
import type { GuardOptions } from '../../http/http-call.ts';
import { configuredSecrets } from '../../secrets/configured-secrets.ts';
import { joinSecrets } from '../../secrets/join-secrets.ts';
import type { SecretFile } from '../../secrets/secret-file.ts';
import { createVault, type Vault } from '../../secrets/vault.ts';
import { resultCharsMax } from '../cut-result.ts';
import { a2aTools } from '../a2a/a2a-tools.ts';
import { httpTools } from '../http/http-tools.ts';
import { mailTools } from '../mail/mail-tools.ts';
import { fileConfirmations } from '../mcp/file-confirmations.ts';
import type { OutputAccess } from '../mcp/mcp-server.ts';
import { mcpTools, type McpTools } from '../mcp/mcp-tools.ts';
import { openapiTools } from '../openapi/openapi-tools.ts';
import { postgresTools } from '../postgres/postgres-tools.ts';
import { uniqueTools } from '../unique-tools.ts';
import type { ToolsConfig } from './tools-config.ts';

export interface ConfiguredTools extends ToolSource {
  forUser(user: string): ToolSource;
  readonly mcp: McpTools;
  readonly vault: Vault;
  readonly secrets: SecretFile;
  close(): Promise<void>;
}

export interface ConfiguredOptions {
  /** The folder of the configuration: what it names is beside it, and what is kept is in `.skein` there. */
  readonly folder: string;
  readonly environment?: Readonly<Record<string, string | undefined>>;
  /** Default: a file in `.skein`. */
  readonly confirmations?: ToolConfirmations;
  /** Asked for names that neither the environment nor the file of secrets has. */
  readonly secrets?: SecretSource;
  /** Accounts of users, for tools that name a connection. */
  readonly connections?: ConnectionSource | undefined;
  /** Beside what the configuration allows. */
  readonly http?: GuardOptions;
  /** For MCP servers with `runToken`. */
  readonly outputAccess?: OutputAccess | undefined;
  /** Sends what the tools of `mail` write; absent: they fail. */
  readonly sendMail?: MailSender | undefined;
  readonly onProblem?: (message: string) => void;
}

export function configuredTools(config: ToolsConfig, options: ConfiguredOptions): ConfiguredTools {
  const { folder, environment = process.env, onProblem } = options;
  const keep = (file: string) => path.resolve(folder, file);
  const secrets = configuredSecrets(config.secrets ?? {}, { folder, environment });
  const { secrets: more } = options;
  const { connections } = options;
  const known = more === undefined ? secrets.all : joinSecrets([secrets.all, more]);
  const vault = createVault(known, connections);
  const { tools: requests = {}, ...guard } = config.http ?? {};
  const allow = [...(options.http?.allow ?? []), ...(guard.allow ?? [])];
  const fetch = guardedFetch({ ...options.http, ...guard, allow });
  const sending = { fetch, vault, resultCharsMax, connections };
  const report = onProblem === undefined ? {} : { onProblem };
  const mcp = mcpTools(inFolder(config.mcpServers ?? {}, folder), {
    vault,
    confirmations: options.confirmations ?? fileConfirmations(keep('.skein/confirmed-tools.json')),
    ...report,
    outputAccess: options.outputAccess,
  });
  const documents = openapiTools(config.openapi ?? {}, {
    ...sending,
    ...report,
    readFile: (file) => fs.promises.readFile(keep(file), 'utf8'),
  });
  const databases = postgresTools(config.postgres ?? {}, { vault });
  const others = [
    httpTools(requests, sending),
    a2aTools(config.a2a ?? {}, sending),
    databases,
    mailTools(config.mail ?? {}, { vault, send: options.sendMail }),
    documents,
  ];
  return {
    ...uniqueTools([...others, mcp]),
    forUser: (user) => uniqueTools([...others, mcp.forUser(user)]),
    mcp,
    vault,
    secrets: secrets.file,
    close: async () => {
      await mcp.close();
      await databases.close();
    },
  };
}

/** A server runs where its configuration is, unless it says otherwise. */
function inFolder(servers: NonNullable<ToolsConfig['mcpServers']>, folder: string) {
  return Object.fromEntries(
    Object.entries(servers).map(([name, server]) => {
      if (!('command' in server)) return [name, server];
      return [name, { ...server, cwd: path.resolve(folder, server.cwd ?? '.') }];
    }),
  );
}
