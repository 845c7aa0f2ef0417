// What a form edits, as it is written
// The library of the forms takes two objects for the same if they differ in the order of their keys only, and shows and writes either.
// Fields for which that order means something read and write the values here.
import type { Json } from '@skein/kernel';
import { createContext } from 'react';
import type { ListChange, ListPath } from '../graph/edit/list-change.ts';

export interface WrittenValues {
  readonly at: (path: ListPath) => Json | undefined;
  /** With what a button of a list did to it. */
  readonly write: (path: ListPath, value: Json | undefined, change: ListChange | null) => void;
}

/** Null where a form has only what the library gives it. */
export const WrittenValues = createContext<WrittenValues | null>(null);
