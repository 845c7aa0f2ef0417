import { isObject, ownValue, type JsonObject } from '@skein/kernel';
import { objectAt, textAt } from '../own-keys.ts';

export interface OwnTool {
  readonly name: string;
  readonly description: string;
  /** A JSON schema. */
  readonly parameters: JsonObject;
}

/** The tools that a definition brings along; without those that a document or a server describes, whose names only the server finds out. */
export function ownToolsOf(definition: JsonObject): readonly OwnTool[] {
  return Object.entries(objectAt(definition, 'tools')).flatMap(([name, tool]) => {
    if (!isObject(tool) || 'openapi' in tool || 'mcp' in tool) return [];
    const parameters = ownValue(tool, 'parameters');
    return [
      {
        name,
        description: textAt(tool, 'description'),
        parameters: parameters !== undefined && isObject(parameters) ? parameters : {},
      },
    ];
  });
}
