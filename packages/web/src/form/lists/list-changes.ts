import { createContext } from 'react';
import type { ListChange } from '../../graph/edit/list-change.ts';

/** Told about a button of a list before the form reports the new list. */
export const ListChanges = createContext<(change: ListChange) => void>(() => {});

/** Moves an item of the list around it to any place; null where it can only change places with its neighbours. */
export const MoveItem = createContext<((from: number, to: number) => void) | null>(null);
