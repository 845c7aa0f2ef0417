import { isObject, type Json, type JsonObject } from '../json.ts';
import { kindOf } from '../expressions/values.ts';
import { refuse } from './row-machine.ts';

/** A row that must have fields. */
export function objectAt(row: Json, index: number, which = 'row'): JsonObject {
  if (isObject(row)) return row;
  throw refuse(`${which} ${index} is ${kindOf(row)}, not an object with fields`);
}
