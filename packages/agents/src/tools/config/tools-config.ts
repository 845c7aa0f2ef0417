import type { GuardOptions } from '../../http/http-call.ts';
import type { A2aConfig } from '../a2a/a2a-config.ts';
import type { HttpToolConfig } from '../http/http-tool-config.ts';
import type { MailConfig } from '../mail/mail-config.ts';
import type { McpServerConfig } from '../mcp/mcp-server-config.ts';
import type { OpenapiConfig } from '../openapi/openapi-tools.ts';
import type { PostgresConfig } from '../postgres/postgres-config.ts';
import type { SecretsConfig } from '../../secrets/configured-secrets.ts';

/** The keys of a configuration that are about tools and what they need. */
export interface ToolsConfig {
  /** In the shape that MCP clients share. */
  readonly mcpServers?: Readonly<Record<string, McpServerConfig>>;
  readonly http?: HttpConfig;
  readonly openapi?: Readonly<Record<string, OpenapiConfig>>;
  /** Agents that speak A2A, each a tool by its name. */
  readonly a2a?: Readonly<Record<string, A2aConfig>>;
  /** Databases, each a tool by its name. */
  readonly postgres?: Readonly<Record<string, PostgresConfig>>;
  /** Mail servers, each a tool by its name. */
  readonly mail?: Readonly<Record<string, MailConfig>>;
  readonly secrets?: SecretsConfig;
}

export interface HttpConfig extends Pick<GuardOptions, 'allow' | 'timeoutMs' | 'bytesMax'> {
  readonly tools?: Readonly<Record<string, HttpToolConfig>>;
}
