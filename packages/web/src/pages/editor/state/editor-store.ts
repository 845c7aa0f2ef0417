// The workflow being edited
// Its definition with undo, the selection, and open dialogs. Every edit goes through `change`, as a pure function from one
// definition to the next, so every step can be undone.
import type { DialectName } from '@skein/dialects';
import type { JsonObject } from '@skein/kernel';
import { createContext, useContext } from 'react';
import { createStore, useStore, type StoreApi } from 'zustand';
import {
  createHistory,
  pushStep,
  redo,
  startOfStep,
  undo,
  type History,
} from '../../../graph/edit/history.ts';
import type { VersionItem } from '../../../data/workflows.ts';
import { changeAt } from '../../../graph/sub/inside.ts';
import type { Point } from '../../../graph/sketch.ts';

export interface EditorState {
  readonly dialect: DialectName;
  readonly history: History<JsonObject>;
  /** The definition on the server: the draft, or what is published. */
  readonly saved: JsonObject;
  /** The version that it was saved as: what is saved next is a change of that. */
  readonly savedVersion: string;
  /** What triggers and other programs use. */
  readonly published: JsonObject;
  /** The published version. */
  readonly version: string;
  /** The nodes that lead to the workflow that is open inside this one, from the outside in; none: this one is. */
  readonly inside: readonly string[];
  /** The selection, in the workflow that is open. */
  readonly nodes: ReadonlySet<string>;
  readonly edges: ReadonlySet<string>;
  readonly frames: ReadonlySet<string>;
  /** The node whose drawer is open. */
  readonly open: string | null;
  /** The note or group whose drawer is open. */
  readonly openFrame: string | null;
  /** Where the palette dialog adds; null while it is closed. */
  readonly adding: Adding | null;
  /** The cards are where the definition says, because someone has put one somewhere; else the layout may place them. */
  readonly isArranged: boolean;
  readonly panel: Panel | null;
  /** The run whose values fields show; null: the last one. */
  readonly valuesOf: string | null;
  /** Rows to try the steps of data nodes with, as text, by node; of this editor only. */
  readonly samples: ReadonlyMap<string, string>;
  /** The node that the dialog which starts a run shall run to; null: no such dialog. */
  readonly runTo: string | null;
  /** The version that the definition is compared with; null: none. */
  readonly compared: string | null;
  /** What the assistant has drafted, until somebody accepts or undoes it. */
  readonly proposal: Proposal | null;
  /** Somebody has saved since what this editor began with; the user is asked what to do. */
  readonly newer: NewerVersion | null;
}

export interface NewerVersion {
  /** Who saved it, and when. */
  readonly item: VersionItem;
  readonly definition: JsonObject;
  /** What is published now. */
  readonly published: { readonly version: string; readonly definition: JsonObject };
  /** What was about to be done, and was not. */
  readonly wanted: WantedSave;
}

/** A draft, or a version with what people say about it. */
export type WantedSave =
  | { readonly kind: 'draft' }
  | { readonly kind: 'version'; readonly about: AboutVersion };

export interface AboutVersion {
  readonly label?: string | undefined;
  readonly note?: string | undefined;
}

export type Panel = 'problems' | 'versions' | 'workflow' | 'trigger' | 'use' | 'todo' | 'assistant';

export interface Proposal {
  /** The version that it is a change of, and the draft. */
  readonly from: string;
  readonly to: string;
  /** What was on the canvas. */
  readonly before: JsonObject;
}

export interface Adding {
  readonly position: Point | null;
  /** The end of an edge that was dragged into the void. */
  readonly from: NewEdgeStart | null;
  /** Where on the screen it was asked for; without it, the dialog is in the middle. */
  readonly on?: Point;
}

export interface NewEdgeStart {
  readonly node: string;
  readonly port: string;
}

export interface EditorStore extends StoreApi<EditorState> {
  /** Of a workflow inside another one: what it is a part of. */
  readonly outer?: { readonly store: EditorStore; readonly path: readonly string[] };
}

export function createEditorStore(given: {
  readonly dialect: DialectName;
  readonly definition: JsonObject;
  readonly version: string;
  /** What was saved since, and is not published. */
  readonly kept?: { readonly version: string; readonly definition: JsonObject } | null;
  /** Unsaved work, with the published version it is based on and what was saved last then. */
  readonly draft: {
    readonly definition: JsonObject;
    readonly version: string;
    readonly from?: string | undefined;
  } | null;
  /** Open at first. */
  readonly panel?: Panel | null;
  /** The node whose drawer is open at first. */
  readonly open?: string | null;
  /** The run whose values fields show at first. */
  readonly valuesOf?: string | null;
  /** What the assistant has drafted before. */
  readonly proposal?: Proposal | null;
}): EditorStore {
  const { definition, draft, kept = null } = given;
  const saved = kept?.definition ?? definition;
  const begun = createHistory(saved);
  return createStore<EditorState>(() => ({
    dialect: given.dialect,
    history: draft === null ? begun : pushStep(begun, draft.definition),
    saved,
    savedVersion: draft?.from ?? kept?.version ?? given.version,
    published: definition,
    version: draft?.version ?? given.version,
    inside: [],
    nodes: new Set(typeof given.open === 'string' ? [given.open] : []),
    edges: new Set(),
    frames: new Set(),
    open: given.open ?? null,
    openFrame: null,
    adding: null,
    isArranged: false,
    panel: given.panel ?? null,
    valuesOf: given.valuesOf ?? null,
    samples: new Map(),
    runTo: null,
    compared: null,
    proposal: given.proposal ?? null,
    newer: null,
  }));
}

/** Nothing is selected, and no drawer is open. */
export const nothingSelected = {
  nodes: new Set<string>(),
  edges: new Set<string>(),
  frames: new Set<string>(),
  open: null,
  openFrame: null,
};

/** One undo step; consecutive steps with the same `merge` are one. */
export function change(
  store: EditorStore,
  next: (definition: JsonObject) => JsonObject,
  merge: string | null = null,
): void {
  if (store.outer !== undefined) return inOuter(change, store.outer, next, merge);
  store.setState(({ history }) => ({
    history: pushStep(history, next(history.present), merge),
  }));
}

/** The same, but from the definition before the step: what was typed in between leaves nothing behind. */
export function changeSinceStart(
  store: EditorStore,
  next: (definition: JsonObject) => JsonObject,
  merge: string | null,
): void {
  if (store.outer !== undefined) return inOuter(changeSinceStart, store.outer, next, merge);
  store.setState(({ history }) => ({
    history: pushStep(history, next(startOfStep(history, merge)), merge),
  }));
}

/** As a change of the whole. */
function inOuter(
  act: (...given: Required<Parameters<typeof change>>) => void,
  { store, path }: NonNullable<EditorStore['outer']>,
  next: (definition: JsonObject) => JsonObject,
  merge: string | null,
): void {
  const own = merge === null ? null : `${path.join(' ')}: ${merge}`;
  act(store, (whole) => changeAt(whole, path, next), own);
}

export function undoStep(store: EditorStore): void {
  if (store.outer !== undefined) return undoStep(store.outer.store);
  store.setState(({ history }) => ({ history: undo(history) }));
}

export function redoStep(store: EditorStore): void {
  if (store.outer !== undefined) return redoStep(store.outer.store);
  store.setState(({ history }) => ({ history: redo(history) }));
}

export const EditorContext = createContext<EditorStore | null>(null);

export function useEditorStore(): EditorStore {
  const store = useContext(EditorContext);
  if (store === null) throw new Error('The editor has no store here.');
  return store;
}

/** Of the definition as a whole, also where a workflow inside it is open: what is saved is that. */
export function useWholeStore(): EditorStore {
  const store = useEditorStore();
  return store.outer?.store ?? store;
}

export function useEditor<Value>(select: (state: EditorState) => Value): Value {
  return useStore(useEditorStore(), select);
}
