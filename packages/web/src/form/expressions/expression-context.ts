import { createContext, type ReactNode } from 'react';
import type { ExpressionPlace } from '../../graph/expressions/expression-place.ts';

export interface ExpressionForm extends ExpressionPlace {
  /** Says, and lets people choose, which run the values are of. */
  readonly source: ReactNode;
}

/** What expressions of the surrounding form can read; null where none are computed. */
export const ExpressionContext = createContext<ExpressionForm | null>(null);
