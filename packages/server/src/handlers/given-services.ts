// Services that are made of what the program that composes the server gives, or of nothing.
import { noMcpServers, type McpServers, type UserMcpServers } from '../host/mcp-servers.ts';
import type { OutboxOptions } from '../features/outbox/destinations.ts';
import type { NamedMailSource } from '../features/triggers/mail/mail-source.ts';
import { storedMailboxes } from '../features/triggers/mail/stored-mailboxes.ts';
import type { Services } from './services.ts';

export function mailboxesOf(
  given: {
    readonly mail?: readonly NamedMailSource[] | undefined;
    readonly outbox?: OutboxOptions | undefined;
  },
  { settings }: Pick<Services, 'settings'>,
  clock: Services['clock'],
): Pick<Services, 'mail' | 'mailboxes'> {
  const { mail = [], outbox } = given;
  return { mail, mailboxes: storedMailboxes(settings, { clock, resolve: outbox?.resolve }) };
}

export function serversOf({
  mcpServers = noMcpServers,
  userMcpServers = { list: async () => [], changed: async () => {} },
  mcpCommands = () => false,
}: {
  readonly mcpServers?: McpServers | undefined;
  readonly userMcpServers?: UserMcpServers | undefined;
  readonly mcpCommands?: (() => boolean) | undefined;
}): Pick<Services, 'mcpServers' | 'userMcpServers' | 'mayAddCommands'> {
  return { mcpServers, userMcpServers, mayAddCommands: mcpCommands };
}
