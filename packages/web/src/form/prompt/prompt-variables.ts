import { createContext } from 'react';
import type { Variable } from '../../graph/variables/variables-at.ts';

/** What the texts of the form around can refer to. */
export const PromptVariables = createContext<readonly Variable[]>([]);
