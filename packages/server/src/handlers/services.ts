// What handlers work with; passed to the server when it is created.
import type { Ceilings } from '@skein/engine';
import type { Evaluator } from '../features/evaluations/evaluator.ts';
import type { StreamOptions } from '../features/runs/event-stream.ts';
import type { TaskPushes } from '../features/doors/a2a/task-pushes.ts';
import type { Marks } from '../features/doors/chats/marks.ts';
import type { McpHttp } from '../features/mcp/mcp-options.ts';
import type { AnswerLinks } from '../features/links/answer-links.ts';
import type { Connections } from '../features/connections/connections.ts';
import type { OutboxOptions } from '../features/outbox/destinations.ts';
import type { StoredDestinations } from '../features/outbox/stored-destinations.ts';
import type { Sealer } from '../features/secrets/sealer.ts';
import type { StoredSecrets } from '../features/secrets/stored-secrets.ts';
import type { NamedMailSource } from '../features/triggers/mail/mail-source.ts';
import type { StoredMailboxes } from '../features/triggers/mail/stored-mailboxes.ts';
import type { StoredSettings } from '../features/secrets/stored-settings.ts';
import type { CoreServices } from '../features/workflows/caller.ts';
import type { Catalogue } from '../host/catalogue.ts';
import type { McpServers, UserMcpServers } from '../host/mcp-servers.ts';
import type { HostAssistant } from '../host/assistant.ts';
import type { HostThreads } from '../host/threads.ts';
import type { HostProviders } from '../host/providers.ts';
import type { RecordCassette } from '../host/record-cassette.ts';
import type { WriteCheck } from '../records/write-check.ts';

export interface Services extends CoreServices {
  readonly catalogue: Catalogue;
  readonly ceilings: Ceilings;
  /** Of the package. */
  readonly version: string;
  /** Aborted when the server is being stopped. */
  readonly closing: AbortSignal;
  readonly sealer: Sealer;
  /** What the configuration refers to as `${NAME}`. */
  readonly secrets: StoredSecrets;
  /** To be called after a secret was set or deleted. */
  readonly onSecretChanged: () => Promise<void>;
  /** Accounts of users at other services. */
  readonly connections: Connections;
  /** What the operator sets up while the server runs. */
  readonly settings: StoredSettings;
  readonly providers: HostProviders;
  readonly mcpServers: McpServers;
  readonly userMcpServers: UserMcpServers;
  /** Whether MCP servers may be added by a command, which runs programs with the rights of this process. */
  readonly mayAddCommands: () => boolean;
  readonly recordCassette: RecordCassette;
  readonly threads: HostThreads;
  /** Undefined: the host has none. */
  readonly assistant: HostAssistant | undefined;
  readonly evaluator: Evaluator;
  /** Throws when a trigger gets too many deliveries. */
  readonly limitHook: (trigger: string) => void;
  /** To be called after a key was created. */
  readonly onKeyMade: () => void;
  /** To be called after a key or session was revoked: what it has open ends. */
  readonly onKeyRevoked: () => Promise<void>;
  readonly mcp: McpHttp;
  /** Of chats, in replies to programs that do not name the chat. */
  readonly marks: Marks;
  /** Links that answer waits. */
  readonly links: AnswerLinks;
  /** Throws when a shared page is used too often. */
  readonly limitShare: (name: string) => void;
  /** Signs the addresses of what shared pages have started. */
  readonly shareKey: Uint8Array;
  /** Where this server is, for links to it. */
  readonly place: () => string;
  /** Throws when a link is used too often. */
  readonly limitLink: (name: string) => void;
  /** To be called after a message was made due again. */
  readonly onReplay: () => void;
  /** How messages are delivered; undefined: they are not. */
  readonly outbox: OutboxOptions | undefined;
  /** Clients of A2A that follow their tasks; null: nobody is told of tasks. */
  readonly pushes: TaskPushes | null;
  /** Mailboxes of the configuration. */
  readonly mail: readonly NamedMailSource[];
  /** Those that the operator sets up while the server runs. */
  readonly mailboxes: StoredMailboxes;
  /** Where messages go, besides the configuration. */
  readonly destinations: StoredDestinations;
  /** Sends a test; gives back why it was not taken, and null when it was. */
  readonly testDestination: (name: string, to: string | undefined) => Promise<string | null>;
  readonly streams: StreamOptions;
  readonly onBug: (error: unknown, reference: string) => void;
  /** Called with what is wrong with the surroundings of the server. */
  readonly onProblem: (error: unknown) => void;
  /** Whether the store takes writes; throws when it does not. */
  readonly writes: WriteCheck;
}
