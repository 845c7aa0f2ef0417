// Tools that a definition brings along
// What the key `tools` of a definition says: a request, code, or another workflow, under a name that its nodes call. They can do no more
// than nodes of the definition can: requests go through the same guard and find secrets for their hosts alone, code runs in the sandbox.
//
// B1. Only the arguments fill a tool in: it reads nothing of the run that calls it.
// B2. Where a secret is sent along, scheme and host are written down: a model must not choose who gets it.
// B3. Code calls only tools that need no answer of a person by themselves; if one needs an approval, the whole call does.
import type { Json, JsonObject } from '@skein/kernel';
import type { ToolSource } from '@skein/ports';
import type { CodeCeilings } from '../../code/code-limits.ts';
import type { HttpParts } from '../http/send-page.ts';

/** One entry of `tools`; its shape was checked with the definition. */
export interface BroughtTool {
  readonly description?: string;
  readonly parameters?: JsonObject;
  readonly effect?: 'pure' | 'idempotent' | 'guarded';
  readonly approve?: boolean;
  readonly http?: JsonObject;
  readonly code?: JsonObject;
  readonly workflow?: string;
  readonly input?: Json;
  readonly openapi?: BroughtOpenapi;
  readonly mcp?: BroughtMcp;
}

/** By the names of secrets, which are bound to the hosts that they may go to. */
export interface BroughtAuth {
  readonly bearer?: string;
  readonly header?: { readonly name: string; readonly secret: string };
}

/** An operation of an OpenAPI document: the document itself, or its address. */
export interface BroughtOpenapi {
  readonly document: JsonObject | string;
  readonly operation: string;
  readonly baseURL?: string;
  readonly auth?: BroughtAuth;
}

/** A tool of an MCP server at an address. */
export interface BroughtMcp {
  readonly url: string;
  /** What the server calls it; default: its name in the definition. */
  readonly tool?: string;
  readonly auth?: BroughtAuth;
}

/** What the operator lets definitions bring along; default: everything. */
export interface BroughtLimits {
  readonly http?: boolean;
  readonly code?: boolean;
  readonly workflows?: boolean;
  readonly openapi?: boolean;
  readonly mcp?: boolean;
}

export interface BroughtParts {
  readonly limits?: BroughtLimits | undefined;
  readonly http: HttpParts;
  /** Addresses in private networks that MCP servers of definitions may have; default: none. */
  readonly allow?: readonly string[] | undefined;
  readonly code?: CodeCeilings | undefined;
  /** Runs a stored workflow of the user to its answer; absent: workflows cannot be tools here. */
  readonly runWorkflow?: RunWorkflow | undefined;
}

export type RunWorkflow = (
  workflow: string,
  given: {
    readonly input: Json;
    readonly user: string | undefined;
    readonly idempotencyKey: string;
    readonly signal: AbortSignal;
  },
) => Promise<Json>;

/** Who calls, and what else there is. */
export interface Bringing {
  readonly parts: BroughtParts;
  readonly user: string | undefined;
  readonly others: ToolSource;
}
