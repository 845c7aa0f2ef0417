import type { ErrorSchema, UiSchema } from '@rjsf/utils';
import type { Json, JsonObject } from '@skein/kernel';
import { createContext } from 'react';

/** The form of what a node calls: a tool, a function, another workflow. */
export interface ArgumentForm {
  readonly schema: JsonObject;
  readonly ui: UiSchema;
  /** What is wrong with these arguments. */
  readonly check: (value: Json) => ErrorSchema;
}

/** Null where nothing is chosen, or it says nothing about what it takes. */
export const ArgumentFormContext = createContext<ArgumentForm | null>(null);
