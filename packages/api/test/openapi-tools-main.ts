// Reads an OpenAPI document as one of the tools of others does: `node openapi-tools-main.ts TOOL FILE`.
import { readFileSync } from 'node:fs';
import process from 'node:process';
import { createConfig, lintFromString } from '@redocly/openapi-core';
import spectral from '@stoplight/spectral-core';
import rulesets from '@stoplight/spectral-rulesets';
import openapiTypes, { astToString } from 'openapi-typescript';

const [, , tool = '', file = ''] = process.argv;
const source = readFileSync(file, 'utf8');

const tools: Readonly<Record<string, () => Promise<string>>> = {
  async redocly() {
    const config = await createConfig({ extends: ['recommended'] });
    const found = await lintFromString({ source, absoluteRef: '/openapi.json', config });
    return JSON.stringify(found.map(({ ruleId, message }) => `${ruleId}: ${message}`));
  },
  async spectral() {
    const linter = new spectral.Spectral();
    linter.setRuleset({
      // Each package declares the form of rulesets for itself, and they differ.
      extends: [[rulesets.oas as never, 'recommended']],
      // The only one that is off: whom to contact is for those to say who run a server, and they cannot say it here.
      rules: { 'info-contact': 'off' },
    });
    const found = await linter.run(source);
    return JSON.stringify(
      found.map(({ code, message, path }) => `${code}: ${message} ${path.join('/')}`),
    );
  },
  types: async () => astToString(await openapiTypes(source)),
};

process.stdout.write((await tools[tool]?.()) ?? '');
