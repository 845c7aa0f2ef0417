// The tools of an engine
// Registered and configured tools first, then those of a script. Nothing of the configuration is started here: servers start with the
// first tool that is wanted.
import process from 'node:process';
import {
  askForInput,
  broughtTools,
  cassetteTools,
  configuredTools,
  joinTools,
  registeredTools,
  scriptTools,
  uniqueTools,
  webSearch,
  type BroughtParts,
  type CassetteDeck,
  type ConfiguredTools,
  type GuardOptions,
  type OutputAccess,
  type RegisteredTool,
} from '@skein/agents';
import { madeTools, type AnyTool } from '@skein/sdk';
import type { ConnectionSource, MailSender, SecretSource, ToolSource } from '@skein/ports';
import type { CreateEngineOptions } from '../config/engine-options.ts';
import { configuredGuard, readToolsConfig } from './known-tools.ts';
import { withoutUndefined } from '../without-undefined.ts';
import {
  serverTools,
  userTools,
  type UserSecrets,
  type UserTools,
  type UserToolsOptions,
} from './user-tools.ts';

export interface ComposedTools extends ToolSource {
  /** Those that users have set up for themselves; null where they cannot. */
  readonly ofUsers: UserTools | null;
  /** Those that the operator has set up in the store; null where there is no place for them. */
  readonly ofServer: UserTools | null;
  /** Null when the configuration names no tools. */
  readonly configured: ConfiguredTools | null;
  close(): Promise<void>;
}

export interface ToolOptions extends Pick<
  CreateEngineOptions,
  'tools' | 'script' | 'config' | 'folder' | 'environment' | 'http' | 'onToolProblem' | 'missing'
> {
  /** Beside those of the environment and of the file. */
  readonly secrets?: SecretSource | undefined;
  /** Accounts of users, for tools that name a connection. */
  readonly connections?: ConnectionSource | undefined;
  /** Where the operator has MCP servers for everybody, and the secrets that these name. */
  readonly server?:
    | { readonly store: UserToolsOptions['store']; readonly secrets: UserSecrets }
    | undefined;
  /** Where users have servers and secrets of their own. */
  readonly users?: Pick<UserToolsOptions, 'store' | 'secretsOf'> | undefined;
  /** How MCP servers with `runToken` read the outputs of the run that calls them. */
  readonly outputAccess?: OutputAccess | undefined;
  /** What tools that definitions bring along are made with; absent: there are none. */
  readonly brought?: BroughtParts | undefined;
  /** Where the server of this engine is. */
  readonly ownPlaces?: GuardOptions['own'] | undefined;
}

/** A cassette's tools come first; calls that are not on it fail, or are passed to the tool of that name. */
export function composeTools(options: ToolOptions, deck?: CassetteDeck): ComposedTools {
  const live = liveTools(options);
  if (deck === undefined) return live;
  const recorded = cassetteTools(deck, options.missing === 'live' ? live : undefined);
  const { configured, ofUsers, ofServer } = live;
  const joined = withBrought(joinTools([recorded, live]), options);
  const close = () => live.close();
  return { ...joined, configured, ofUsers, ofServer, close };
}

/** Definitions may bring tools along, where there is what these are made with. */
function withBrought(source: ToolSource, { brought }: Pick<ToolOptions, 'brought'>): ToolSource {
  if (brought === undefined) return source;
  return { ...source, bring: (tools, to) => broughtTools(brought, tools, to) };
}

function liveTools(options: ToolOptions): ComposedTools {
  const configured = readConfigured(options);
  const registered = hostTools(options.tools ?? {});
  const ofServer = readServer(options);
  /** Those for everybody, with the accounts of this user. */
  const joinedFor = (user: string) => {
    const own = configured?.forUser(user);
    const known = own === undefined ? registered : uniqueTools([registered, own]);
    const first = joinTools([ownTools, known]);
    return joinTools([
      ofServer?.forUser(first, everybody, user) ?? first,
      scriptTools(options.script),
      askForInput,
      webSearch,
    ]);
  };
  const ofUsers = readUsers(options);
  return {
    ...withBrought(joinedFor(everybody), options),
    forUser(user) {
      const joined = joinedFor(user);
      return ofUsers?.forUser(joined, user) ?? joined;
    },
    ofUsers,
    ofServer,
    configured,
    async close() {
      await ofUsers?.close();
      await ofServer?.close();
      await configured?.close();
    },
  };
}

/** In both forms: as `tool()` and the AI SDK have them, and as `registeredTool` does. */
function hostTools(tools: NonNullable<ToolOptions['tools']>): ToolSource {
  const registered: { [name: string]: RegisteredTool | RegisteredTool['run'] } = {};
  const made: { [name: string]: AnyTool } = {};
  for (const [name, given] of Object.entries(tools)) {
    if (typeof given === 'object' && 'inputSchema' in given) made[name] = given;
    else registered[name] = given;
  }
  return joinTools([registeredTools(registered), madeTools(made)]);
}

/** What the code of a node brings along, under names that only this code means. */
const ownTools: ToolSource = { list: () => [], find: (_, own) => own };

/** Servers of the whole installation belong to nobody. */
export const everybody = '';

function readServer(options: ToolOptions): UserTools | null {
  const { server, outputAccess, onToolProblem: onProblem, connections } = options;
  if (server === undefined) return null;
  return serverTools({ ...server, outputAccess, onProblem, connections });
}

function readUsers(options: ToolOptions): UserTools | null {
  const { users, outputAccess, onToolProblem: onProblem, http, connections } = options;
  if (users === undefined) return null;
  const allow = [...(http?.allow ?? []), ...(configuredGuard(options)?.allow ?? [])];
  return userTools({ ...users, allow, outputAccess, onProblem, connections });
}

function readConfigured(options: ToolOptions): ConfiguredTools | null {
  const {
    folder = process.cwd(),
    environment,
    http,
    onToolProblem,
    secrets,
    outputAccess,
    ownPlaces: own,
    connections,
  } = options;
  const config = readToolsConfig(options);
  if (config === null) return null;
  return configuredTools(
    config,
    withoutUndefined({
      folder,
      environment,
      http: own === undefined ? http : { ...http, own },
      secrets,
      outputAccess,
      connections,
      sendMail,
      onProblem: onToolProblem,
    }),
  );
}

/** The server has the client for mails; it is loaded with the first one. */
const sendMail: MailSender = async (account, mail, signal) => {
  const { sendSmtp } = await import('@skein/server');
  await sendSmtp(account, mail, signal);
};
