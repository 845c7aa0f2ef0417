// Checking forms
// By the checker of the engine: what a form takes, the server takes too. It follows schemas instead of compiling them, as the
// content security policy wants it.
import {
  createErrorHandler,
  getDefaultFormState,
  toErrorSchema,
  unwrapErrorHandler,
  validationDataMerge,
  type RJSFSchema,
  type RJSFValidationError,
  type ValidatorType,
} from '@rjsf/utils';
import { checkJsonSchema, findMisfits } from '@skein/dialects';
import type { Json } from '@skein/kernel';
import { requiredWords } from '../../data/problem.ts';

export const validator: ValidatorType<unknown, RJSFSchema> = {
  validateFormData(formData, schema, customValidate, transformErrors, uiSchema) {
    const found = errorsOf(schema, formData);
    const errors = transformErrors === undefined ? found : transformErrors(found, uiSchema);
    const errorSchema = toErrorSchema<unknown>(errors);
    const plain = { errors, errorSchema };
    if (customValidate === undefined) return plain;
    const filled = getDefaultFormState<unknown>(this, schema, formData, schema, true);
    const handled = customValidate(filled, createErrorHandler(filled), uiSchema, errorSchema);
    return validationDataMerge<unknown>(plain, unwrapErrorHandler(handled));
  },
  isValid(schema, formData, rootSchema) {
    const value = toJson(formData);
    if (value === undefined) return false;
    return (
      checkJsonSchema(asJson({ $defs: rootSchema.$defs ?? {}, ...schema }), value, {
        isAlone: true,
      }).result === 'fits'
    );
  },
  rawValidation<Result>(schema: RJSFSchema, formData?: unknown) {
    return { errors: errorsOf(schema, formData) as Result[] };
  },
};

function errorsOf(schema: RJSFSchema, formData: unknown): RJSFValidationError[] {
  const value = toJson(formData);
  return value === undefined ? [] : misfitsOf(asJson(schema), value);
}

/** What does not fit, in the form that the library takes. */
export function misfitsOf(schema: Json, value: Json): RJSFValidationError[] {
  return findMisfits(schema, value, { isAlone: true }).map(({ path, complaint, missing }) => {
    const place = missing === undefined ? path : [...path, missing];
    const message = missing === undefined ? complaint : requiredWords;
    return {
      name: missing === undefined ? 'schema' : 'required',
      property: `.${place.join('.')}`,
      message,
      stack: `${place.join('.') || 'form'}: ${message}`,
      params: {},
    };
  });
}

function asJson(schema: RJSFSchema): Json {
  // Schemas of forms come from definitions and from this room, both of which are JSON.
  return schema as Json;
}

/** As it would be sent: a field that was emptied is undefined, which JSON does not have. */
function toJson(formData: unknown): Json | undefined {
  const text: string | undefined = JSON.stringify(formData);
  return text === undefined ? undefined : (JSON.parse(text) as Json);
}
