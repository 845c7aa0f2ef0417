import { createContext } from 'react';
import type { ListChange } from '../../graph/edit/list-change.ts';

/** Told about a button of a list before the form reports the new list. */
export const ListChanges = createContext<(change: ListChange) => void>(() => {});
