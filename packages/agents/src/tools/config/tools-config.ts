import type { GuardOptions } from '../../http/guarded-fetch.ts';
import type { HttpToolConfig } from '../http/http-tool-config.ts';
import type { McpServerConfig } from '../mcp/mcp-server-config.ts';
import type { OpenapiConfig } from '../openapi/openapi-tools.ts';

/** The keys of a configuration that are about tools and what they need. */
export interface ToolsConfig {
  /** In the shape that MCP clients share. */
  readonly mcpServers?: Readonly<Record<string, McpServerConfig>>;
  readonly http?: HttpConfig;
  readonly openapi?: Readonly<Record<string, OpenapiConfig>>;
  readonly secrets?: SecretsConfig;
}

export interface HttpConfig extends Pick<GuardOptions, 'allow' | 'timeoutMs' | 'bytesMax'> {
  readonly tools?: Readonly<Record<string, HttpToolConfig>>;
}

export interface SecretsConfig {
  /** The encrypted store; default `.skein/secrets.json` beside the configuration. */
  readonly file?: string;
  /** Where secrets of the environment may go, by name. */
  readonly hosts?: Readonly<Record<string, readonly string[]>>;
}
