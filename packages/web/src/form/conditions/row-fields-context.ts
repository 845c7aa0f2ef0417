import { createContext } from 'react';

/** The fields of the rows that a step gets; null outside of steps. */
export const RowFields = createContext<readonly string[] | null>(null);
