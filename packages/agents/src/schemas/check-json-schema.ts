// JSON schemas of users
// Checks values against schemas that come with a definition. Loading ajv costs more than a short run: it is loaded for the
// first schema, synchronously, because `accept` is.
import { createRequire } from 'node:module';
import { isObject, type Json } from '@skein/kernel';
import type { SchemaCheck } from '@skein/ports';
import type { Ajv, ErrorObject, Options, ValidateFunction } from 'ajv';

const require = createRequire(import.meta.url);

// A thousand wrong items make no better message than a few.
const problemsMax = 10;

/** Schemas are parts of a definition and stay the same object for as long as it lives. */
const compiled = new WeakMap<object, ValidateFunction>();
const validators = new Map<string, Ajv>();

/** The schema port: whether the value fits, what does not, or why the schema cannot be used. */
export function checkJsonSchema(schema: Json, value: Json): SchemaCheck {
  let validate: ValidateFunction;
  try {
    validate = compileSchema(schema);
  } catch (error) {
    return { result: 'bad-schema', message: messageOf(error) };
  }
  try {
    if (validate(value)) return { result: 'fits' };
  } catch (error) {
    // A schema that refers to itself recurses as deep as the value does.
    return { result: 'misfit', problems: [`it cannot be checked: ${messageOf(error)}`] };
  }
  const errors = validate.errors ?? [];
  const problems = errors.slice(0, problemsMax).map(describeError);
  const left = errors.length - problems.length;
  return { result: 'misfit', problems: left > 0 ? [...problems, `and ${left} more`] : problems };
}

function compileSchema(schema: Json): ValidateFunction {
  if (typeof schema === 'boolean') return validatorFor('').compile(schema);
  if (!isObject(schema)) throw new Error('a JSON schema is an object, true or false');
  const known = compiled.get(schema);
  if (known !== undefined) return known;
  // Its validator would answer with a promise, which is always truthy.
  if (Object.hasOwn(schema, '$async')) throw new Error('"$async" is not supported');
  const ajv = validatorFor(typeof schema['$schema'] === 'string' ? schema['$schema'] : '');
  const validate = ajv.compile(schema);
  // Ajv would keep every schema for ever.
  ajv.removeSchema(schema);
  compiled.set(schema, validate);
  return validate;
}

/** Drafts differ in the meaning of `items`; what names none is read as 2020-12, like zod writes it. */
function validatorFor(dialect: string): Ajv {
  const file = fileOf(dialect);
  const known = validators.get(file);
  if (known !== undefined) return known;
  // All builds of ajv export their class as `default`.
  const { default: Validator } = require(file) as {
    readonly default: new (options: Options) => Ajv;
  };
  const ajv = new Validator({
    strict: false,
    allErrors: true,
    // Formats are notes to a form; none is shipped with ajv.
    validateFormats: false,
    // `required: ["constructor"]` must not be satisfied by the prototype.
    ownProperties: true,
    addUsedSchema: false,
    logger: false,
  });
  validators.set(file, ajv);
  return ajv;
}

function fileOf(dialect: string): string {
  if (/draft-0[67]\b/.test(dialect)) return 'ajv';
  if (dialect.includes('2019-09')) return 'ajv/dist/2019.js';
  return 'ajv/dist/2020.js';
}

function describeError({ instancePath, message, params }: ErrorObject): string {
  const place = instancePath === '' ? 'it' : instancePath;
  // Ajv's own messages leave out the name and the choices.
  const detail = params as { readonly additionalProperty?: string; readonly allowedValues?: Json };
  if (detail.additionalProperty !== undefined)
    return `${place} must not have the property "${detail.additionalProperty}"`;
  if (detail.allowedValues !== undefined)
    return `${place} must be one of ${JSON.stringify(detail.allowedValues)}`;
  return `${place} ${message ?? 'does not fit'}`;
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
