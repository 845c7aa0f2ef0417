import { createContext } from 'react';

/** The id of the stored workflow that the node of the form runs; empty where there is none. */
export const CalledWorkflow = createContext('');
