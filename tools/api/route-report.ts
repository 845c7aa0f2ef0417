import { openApiDocument } from '@skein/api';
import { definitionsText, schemaText } from './schema-text.ts';

interface Operation {
  readonly operationId: string;
  readonly 'x-scope'?: string;
  readonly parameters?: readonly {
    readonly name: string;
    readonly in: string;
    readonly required: boolean;
    readonly schema: unknown;
  }[];
  readonly requestBody?: { readonly required: boolean; readonly content: Content };
  readonly responses: Readonly<Record<string, { readonly content?: Content }>>;
}

type Content = Readonly<Record<string, { readonly schema: unknown }>>;

interface Document {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components: { readonly schemas: unknown };
}

/** Every request that the server answers: method, path, scope, request and responses. */
export function routeReport(): string {
  // The OpenAPI document has this form; its own tests check that.
  const { paths, components } = openApiDocument({ version: '' }) as unknown as Document;
  const routes = Object.entries(paths).flatMap(([path, item]) =>
    Object.entries(item).map(([method, operation]) => routeText(method, path, operation)),
  );
  return [...routes.toSorted(), 'Schemas:', ...definitionsText(components.schemas)].join('\n\n');
}

function routeText(method: string, path: string, operation: Operation): string {
  const { operationId, parameters = [], requestBody, responses } = operation;
  const scope = operation['x-scope'] ?? 'anybody';
  return [
    `${path} ${method.toUpperCase()} ${operationId} (${scope})`,
    ...parameters.map(
      ({ name, in: place, required, schema }) =>
        `  ${place} ${name}${required ? '' : '?'}: ${schemaText(schema, '  ')}`,
    ),
    ...(requestBody === undefined
      ? []
      : [`  body${requestBody.required ? '' : '?'}: ${contentText(requestBody.content)}`]),
    ...Object.entries(responses).map(
      ([status, { content }]) =>
        `  ${status}${content === undefined ? '' : `: ${contentText(content)}`}`,
    ),
  ].join('\n');
}

function contentText(content: Content): string {
  return Object.entries(content)
    .map(([type, { schema }]) => {
      const text = schemaText(schema, '  ');
      return type === 'application/json' ? text : `${type} ${text}`;
    })
    .join(' | ');
}
