// Importers
// Reads a workflow of another product and gives it in native form. Each format is one folder of this floor and one value of this
// type; nothing outside the folder knows what the format looks like.
//
// M1. `convert` never throws for a source that `recognises` accepts, and never executes anything that the source holds.
// M2. Every node, edge, text, expression and setting of the source is in the definition, or a loss names it.
// M3. The definition is valid: what it cannot say is left out and named, never written wrongly.
import type { Json, JsonObject } from '@skein/kernel';

export type ImportFormat = 'n8n' | 'dify' | 'flowise' | 'asl';

export interface Importer {
  readonly format: ImportFormat;
  /** What people call the product: "n8n". */
  readonly title: string;
  /** Whether a document has the shape of this format; reads its top level only. */
  readonly recognises: (source: Json) => boolean;
  readonly convert: (source: Json, options: ImportOptions) => Imported;
}

export interface ImportOptions {
  /** The name of the workflow where the source has none, such as the name of its file. */
  readonly name?: string;
  /** Whether the operator allows Python in code nodes: then Python that cannot be translated is kept and is no loss. */
  readonly python?: boolean;
}

export interface Imported {
  /** A native definition; `studio.origin` says which nodes of the source each of its nodes stands for. */
  readonly definition: JsonObject;
  /** Further native definitions that the source contained, such as workflows that it calls. */
  readonly more: readonly JsonObject[];
  readonly losses: readonly ImportLoss[];
  readonly bindings: readonly Binding[];
  /** Names of secrets that someone has to store before the workflow runs. */
  readonly secrets: readonly string[];
}

/** What a person has to do or know: something that is not in the definition as it was in the source. */
export interface ImportLoss {
  readonly code: 'IMPORT_LOSS';
  readonly severity: 'warning';
  /** The name, or else the id, of the source's node; null where the loss is about the whole workflow. */
  readonly node: string | null;
  /** What sort of loss it is, in words of the format: `binding`, `credential`, `python-code`. */
  readonly kind: string;
  /** JSON pointer into the source. */
  readonly pointer: string;
  readonly message: string;
  /** What to do about it. */
  readonly hint: string;
  /** The id of the native node that it is about, where there is one. */
  readonly native: string | null;
}

/** A tool that the definition calls by name, and that someone has to offer under this name. */
export interface Binding {
  readonly tool: string;
  /** What it is for people: "Google Sheets: append". */
  readonly title: string;
  /** The source's nodes that call it. */
  readonly nodes: readonly string[];
  /** JSON schema of its arguments, as far as the source tells. */
  readonly parameters: JsonObject;
}
