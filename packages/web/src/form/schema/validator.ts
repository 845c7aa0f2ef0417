// Checking forms
// Uses a validator that interprets schemas instead of compiling them: the content security policy forbids code from strings.
import { Validator, type Schema } from '@cfworker/json-schema';
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

/** Keywords that only pass on errors from inside. */
const structural = new Set([
  'properties',
  'items',
  'prefixItems',
  'allOf',
  'anyOf',
  'oneOf',
  '$ref',
  'if',
  'then',
  'else',
  'patternProperties',
]);

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
    try {
      const whole = { $defs: rootSchema.$defs, ...schema } as Schema;
      return new Validator(whole, '2020-12', true).validate(formData).valid;
    } catch {
      return false;
    }
  },
  rawValidation<Result>(schema: RJSFSchema, formData?: unknown) {
    return { errors: errorsOf(schema, formData) as Result[] };
  },
};

function errorsOf(schema: RJSFSchema, formData: unknown): RJSFValidationError[] {
  const { errors } = new Validator(schema as Schema, '2020-12', false).validate(formData);
  return errors
    .filter(({ keyword }) => !structural.has(keyword))
    .map(({ keyword, instanceLocation, error }) => {
      const missing = keyword === 'required' ? /"([^"]+)"/.exec(error)?.[1] : undefined;
      const path = [...pathOf(instanceLocation), ...(missing === undefined ? [] : [missing])];
      const message = missing === undefined ? error : 'This field is required';
      return {
        name: keyword,
        property: `.${path.join('.')}`,
        message,
        stack: `${path.join('.') || 'form'}: ${message}`,
        params: {},
      };
    });
}

function pathOf(location: string): readonly string[] {
  return location
    .replace(/^#\/?/, '')
    .split('/')
    .filter(Boolean)
    .map((part) => decodeURIComponent(part).replaceAll('~1', '/').replaceAll('~0', '~'));
}
