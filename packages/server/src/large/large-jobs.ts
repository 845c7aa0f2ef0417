// What is asked of a thread for large work, and what it answers. Everything here can be sent between threads.
import type { ImportedText, ReadImport, RouteName } from '@skein/api';
import type { CheckedDefinition } from '@skein/engine';
import type { ProblemCode } from '@skein/ports';

export type LargeJob = ReadJob | CheckJob | ConvertJob | ImportJob;

/** Whether a body is JSON that its route accepts. */
export interface ReadJob {
  readonly type: 'read';
  readonly route: RouteName;
  readonly body: Uint8Array;
}

export interface CheckJob {
  readonly type: 'check';
  /** Of the definition; bytes as they were sent. */
  readonly text: string | Uint8Array;
  readonly reading: LargeReading;
  /** Whether what it refers to is part of it. */
  readonly isWhole: boolean;
}

export interface ConvertJob {
  readonly type: 'convert';
  readonly text: string;
  readonly to: string;
  readonly reading: LargeReading;
}

/** A file of another product. */
export interface ImportJob extends ImportedText {
  readonly type: 'import';
}

/** How a definition is to be read. */
export interface LargeReading {
  readonly start?: string;
  readonly dialect?: string;
  readonly isStored?: boolean;
}

export type ReadAnswer =
  /** Null: it is accepted as it was sent. Otherwise what the route makes of it. */
  { readonly type: 'read'; readonly text: string | null } | RefusedJob;

export type CheckAnswer =
  | { readonly type: 'checked'; readonly checked: CheckedDefinition }
  /** It refers to what is stored elsewhere, and is not whole. */
  | { readonly type: 'incomplete' }
  | OnlyHere
  | RefusedJob;

export type ConvertAnswer =
  /** The converted definition, as the text of an answer. */
  { readonly type: 'converted'; readonly text: string } | OnlyHere | RefusedJob;

export type ImportAnswer =
  /** The converted file, as the text of an answer. */
  { readonly type: 'text'; readonly text: string } | Exclude<ReadImport, { type: 'imported' }>;

/** It has node types whose code only the thread that started everything has. */
export interface OnlyHere {
  readonly type: 'only here';
}

/** A problem of the catalogue, as it can be sent. */
export interface RefusedJob {
  readonly type: 'refused';
  readonly code: ProblemCode;
  readonly details: unknown;
}
