// Ids
// All ids are text. Where ids of several kinds meet, their types keep the id of a run from being taken for that of a wait.
// The brand is for the compiler only: nothing of it exists at run time, in JSON or in a store.
//
// D1. The functions below are the only place where text becomes an id. They are called where text comes in (a call of the
//     library, a request, a row, a new UUID); everything after that passes the id on as it is.
// D2. Whoever calls the library need not know: its methods take plain text too, but no id of another kind (`PlainOr`).
// D3. The id of a node is a name that an author writes, and journals, templates and tests spell it out. So plain text is one,
//     but no id of another kind is.

declare const brand: unique symbol;

type Id<Kind extends string> = string & { readonly [brand]: Kind };

export type RunId = Id<'run'>;
/** As its author wrote it, or made when it was saved; unique per user. */
export type WorkflowId = Id<'workflow'>;
/** The content hash of a definition. */
export type VersionId = Id<'version'>;
export type WaitId = Id<'wait'>;
export type OutputId = Id<'output'>;
/** Unique in its workflow (D3). */
export type NodeId = string & { readonly [brand]?: 'node' };

/** An id, or text that nobody has called an id of some kind (D2). */
export type PlainOr<AnId extends string> = AnId | (string & { readonly [brand]?: never });

export const runId = maker<RunId>();
export const workflowId = maker<WorkflowId>();
export const versionId = maker<VersionId>();
export const waitId = maker<WaitId>();
export const outputId = maker<OutputId>();

function maker<AnId extends string>(): (text: PlainOr<AnId>) => AnId {
  // Whoever calls it says that the text is such an id (D1).
  return (text) => text as AnId;
}
