// Goal: what is said about a node type in different places is the same thing. Method: compare each place with the entry.
import { readFileSync } from 'node:fs';
import {
  isObject,
  nativeKinds,
  nativeTypes,
  ownValue,
  type JsonObject,
  type NativeType,
} from '@skein/kernel';
import { describe, expect, it } from 'vitest';
import { compileDefinition, nativeJsonSchema, nativeNodes, toJsonSchema } from '../../src/index.ts';

const text = readFileSync(new URL('../../../../docs/native.md', import.meta.url), 'utf8');
const docs = text.slice(text.indexOf('| type | config |'));

/** What an editor completes for a type: the rule of the whole schema that is about it. */
function editorSchema(type: NativeType): JsonObject {
  const { node } = nativeJsonSchema()['$defs'] as { readonly node: JsonObject };
  const rules = node['allOf'] as readonly {
    readonly if: { readonly properties: { readonly type: { readonly const: string } } };
    readonly then: { readonly properties: { readonly config: JsonObject } };
  }[];
  return rules.find((rule) => rule.if.properties.type.const === type)!.then.properties.config;
}

function documented(type: NativeType): readonly string[] {
  const [, cell = ''] = new RegExp(`^\\| \`${type}\` \\| (.*?) \\|`, 'm').exec(docs) ?? [];
  const own = [...cell.replaceAll(/\([^)]*\)|: `[^`]*`/g, '').matchAll(/`([^`]+)`/g)];
  const keys = own.map(([, key = '']) => key);
  return keys.includes('llm')
    ? [...documented('llm'), ...keys.filter((key) => key !== 'llm')]
    : keys;
}

describe.each(nativeTypes)('the node type %s', (type) => {
  const { config, description, initialConfig, subtitleKey } = nativeNodes[type];
  const keys = [...config.fields.keys()];

  it('[N35] the schema for editors is that of its config', () => {
    const alone = JSON.stringify(toJsonSchema(config, 'open'));
    const inside = JSON.stringify(editorSchema(type));
    expect(inside.replaceAll('{"$ref":"#/$defs/workflow"}', '{"type":"object"}')).toBe(alone);
    expect(alone).not.toContain('$ref');
  });

  it('[K700] an expression may stand wherever a reference may, whatever the setting', () => {
    const said = (key: string, value: string) => {
      const node = { id: 'a', type, config: { ...initialConfig, [key]: value } };
      return compileDefinition({ skein: 1, nodes: [node] }).diagnostics.map(
        ({ code, pointer }) => `${code} ${pointer}`,
      );
    };
    const inside = `/nodes/0/config`;
    for (const key of keys) {
      const reference = said(key, '${trigger.x}');
      expect([key, said(key, '${= trigger.x }')]).toEqual([key, reference]);
      // What is filled in is also read as one.
      const isTaken = reference.every((each) => !each.includes(inside));
      const isRaw = nativeKinds.get(type)?.rawKeys?.includes(key) === true;
      const isRead = said(key, '${= trigger. }').includes(`BAD_EXPRESSION ${inside}/${key}`);
      expect([key, isRead || isRaw || !isTaken]).toEqual([key, true]);
    }
  });

  it('[N35] required keys are the same in the shape, the schema and the check', () => {
    const wanted = [...config.fields].filter(([, { presence }]) => presence === 'required');
    const required = wanted.map(([key]) => key);
    expect(ownValue(toJsonSchema(config), 'required') ?? []).toEqual(required);
    const empty = { skein: 1, nodes: [{ id: 'a', type, config: {} }] };
    const missing = compileDefinition(empty).diagnostics.filter(
      ({ code, severity }) => code === 'MISSING_KEY' && severity === 'error',
    );
    expect(missing).toHaveLength(required.length + (config.oneOf.length > 0 ? 1 : 0));
  });

  it('[N35] the table of the documents lists its keys', () => {
    expect(documented(type).toSorted()).toEqual(keys.toSorted());
  });

  it('[N35] a new node of it is sound', () => {
    const node = { id: 'a', type, ...(initialConfig !== undefined && { config: initialConfig }) };
    const errors = compileDefinition({ skein: 1, nodes: [node] }).diagnostics.filter(
      ({ code, severity }) => severity === 'error' || code === 'UNKNOWN_KEY',
    );
    expect(errors).toEqual([]);
    expect(description).toMatch(/^[A-Z].*\.$/);
    expect([undefined, ...keys]).toContain(subtitleKey);
  });
});

it('[N35] a value of transform is advised everywhere, and required nowhere', () => {
  const { diagnostics } = compileDefinition({ skein: 1, nodes: [{ id: 'a', type: 'transform' }] });
  expect(diagnostics).toMatchObject([{ code: 'MISSING_KEY', severity: 'warning' }]);
  const schema = toJsonSchema(nativeNodes.transform.config);
  expect(isObject(schema) && Object.hasOwn(schema, 'required')).toBe(false);
});
