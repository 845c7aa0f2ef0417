import { createContext } from 'react';
import type { Variable } from '../../graph/variables/variables-at.ts';

/** The variables that texts of the surrounding form can refer to. */
export const PromptVariables = createContext<readonly Variable[]>([]);

/** What the nodes of the definition are called, whether they can be referred to or not. */
export const NodeNames = createContext<ReadonlyMap<string, string>>(new Map());
