import { createContext } from 'react';

/** Collapses a group into one card, or expands it. */
export type FoldGroup = (id: string, isCollapsed: boolean) => void;

export const FoldContext = createContext<FoldGroup | null>(null);
