import { createContext } from 'react';

/** Opens the workflow that stands in the settings of the node; null where none can be opened. */
export const OpenInside = createContext<(() => void) | null>(null);
