import { createContext } from 'react';
import type { Variable } from '../../graph/variables/variables-at.ts';

/** The variables that texts of the surrounding form can refer to. */
export const PromptVariables = createContext<readonly Variable[]>([]);
