import type {
  Cassette,
  DataflowFunction,
  DataflowNode,
  Environment,
  GuardOptions,
  RegisteredFunction,
  RegisteredTool,
  Script,
} from '@skein/agents';
import type { EngineOptions } from '@skein/engine';
import type { ConnectionSource, EngineStore, NodeType, Store } from '@skein/ports';
import type { Agent, AnyTool, Workflow } from '@skein/sdk';
import type { OrUndefined } from '../without-undefined.ts';
import type { SkeinConfig } from './skein-config.ts';

/** What `createEngine` takes. Everything is optional. */
export interface CreateEngineOptions extends OrUndefined<
  Pick<
    EngineOptions,
    | 'models'
    | 'clock'
    | 'ids'
    | 'onProblem'
    | 'logger'
    | 'onStep'
    | 'durable'
    | 'limits'
    | 'isolatesUsers'
  >
> {
  /**
   * Where everything is stored: `sqlite:PATH`, `postgres://…`, `mysql://…`, `neo4j://…`, or a store of one's own, which stays
   * open when the engine is closed and needs to offer no more than an `EngineStore`. With `http://…` or `https://…` the engine is that of a server, and SKEIN_KEY is the key for
   * it. Default `memory`: gone when the process ends.
   */
  readonly store?: string | EngineStore | undefined;
  /** The server that serves answer links, with the key that it seals secrets with; for `waits.link`. Default: no links. */
  readonly links?: { readonly url: string; readonly secretKey: Uint8Array } | undefined;
  /**
   * Workflows of your code, with those that they start: saved in the store, and known from the start, so that their runs go on after a
   * restart. Two different ones of one id are refused.
   */
  readonly workflows?: readonly Workflow[] | undefined;
  /** 32 bytes that secrets in the store are sealed with, for those that are set over REST and in the studio; default: there are none. */
  readonly secretKey?: Uint8Array | undefined;
  /** Agents of your code that `thread` talks to: known from the start, so that their turns go on after a restart. */
  readonly agents?: readonly Agent[] | undefined;
  /** Functions that nodes of type `function` can call, by name, beside the built-in ones. */
  readonly functions?:
    | { readonly [name: string]: RegisteredFunction | RegisteredFunction['run'] }
    | undefined;
  /** Tools that agents of definitions may be offered, by name: those of `tool()`, or of the AI SDK. A script answers for names that are not here. */
  readonly tools?:
    | { readonly [name: string]: AnyTool | RegisteredTool | RegisteredTool['run'] }
    | undefined;
  /** Own node types by the `type` of a definition, beside the native ones. */
  readonly nodeTypes?: { readonly [type: string]: NodeType } | undefined;
  /** Functions in the form of the dataflow dialect, by the `nodeType` that its definitions call them. */
  readonly dataflow?: { readonly [nodeType: string]: DataflowFunction | DataflowNode } | undefined;
  /** Replies of the offline model, which then answers for every model unless `models` is given. */
  readonly script?: Script | undefined;
  /** Answers models, tools and requests of nodes from a recording, instead of all others. */
  readonly cassette?: Cassette | undefined;
  /** What happens to calls that are not on the cassette: they fail (default), or are passed to the script or the model. */
  readonly missing?: 'fail' | 'live' | undefined;
  /** Providers, names and prices of models, MCP servers and other tools; default: what the usual variables of the environment say. */
  readonly config?: Omit<SkeinConfig, 'store' | 'functions'> | undefined;
  /** The folder that paths of the configuration are relative to, and where its own files are; default: the working folder. */
  readonly folder?: string | undefined;
  /** Holds the keys of providers; default: that of the process. */
  readonly environment?: Environment | undefined;
  /** Called for servers and documents of the configuration that cannot be used when all tools are listed. */
  readonly onToolProblem?: ((message: string) => void) | undefined;
  /** Accounts of users at other services, for requests and tools that name a connection; default: those in the store, opened with `secretKey`. */
  readonly connections?: ConnectionSource | undefined;
  /** What outgoing requests of nodes may reach, and their limits; default: the open internet, 30 s, 5 MB. */
  readonly http?: GuardOptions | undefined;
}

/** For hosts that also keep records of users, such as a server: they need a whole store. */
export interface WholeStoreOptions extends Omit<CreateEngineOptions, 'store'> {
  readonly store?: string | Store | undefined;
}
