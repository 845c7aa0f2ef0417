import { toErrorSchema } from '@rjsf/utils';
import { ownValue, type Json, type JsonObject } from '@skein/kernel';
import { useMemo } from 'react';
import { useHostTypes } from '../../../data/catalogue.ts';
import { useChosenWorkflow } from '../../../data/workflows.ts';
import type { ArgumentForm } from '../../../form/fields/argument-form.ts';
import { useKnownTools } from '../../../form/known-tools.ts';
import { noNames, uiSchemaOf } from '../../../form/schema/ui-schema.ts';
import { misfitsOf } from '../../../form/schema/validator.ts';
import { argumentSchema, checkedPart } from '../../../graph/forms/argument-schema.ts';

/** The form of what a node calls, from what the server says that it takes; null where nothing is known. */
export function useArgumentForm(type: string, config: JsonObject): ArgumentForm | null {
  const name = (key: string) => {
    const value = ownValue(config, key);
    return typeof value === 'string' ? value : '';
  };
  const tools = useKnownTools();
  const functions = useHostTypes().data?.functions;
  const workflow = useChosenWorkflow(type === 'subworkflow' ? name('workflow') : '');
  // As the server sends it, it is JSON.
  const given: Json | undefined =
    type === 'tool'
      ? tools.find((each) => each.name === name('tool'))?.parameters
      : type === 'function'
        ? functions?.find((each) => each.name === name('name'))?.schema
        : (workflow?.inputSchema as Json | undefined);
  return useMemo(() => {
    const schema = argumentSchema(given);
    if (schema === null) return null;
    return {
      schema,
      ui: uiSchemaOf(schema, { ...noNames, areTemplates: true }),
      check: (value) => toErrorSchema(misfitsOf(checkedPart(schema, value), value)),
    };
  }, [given]);
}
