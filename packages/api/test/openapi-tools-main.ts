// Reads an OpenAPI document as one of the tools of others does: `node openapi-tools-main.ts TOOL FILE`.
import { readFileSync } from 'node:fs';
import process from 'node:process';

const [, , tool = '', file = ''] = process.argv;
const source = readFileSync(file, 'utf8');

// Each is loaded only for its own work: together they take longer to load than to read.
const tools: Readonly<Record<string, () => Promise<string>>> = {
  async redocly() {
    const { createConfig, lintFromString } = await import('@redocly/openapi-core');
    const config = await createConfig({ extends: ['recommended'] });
    const found = await lintFromString({ source, absoluteRef: '/openapi.json', config });
    return JSON.stringify(found.map(({ ruleId, message }) => `${ruleId}: ${message}`));
  },
  async spectral() {
    const { default: spectral } = await import('@stoplight/spectral-core');
    const { default: rulesets } = await import('@stoplight/spectral-rulesets');
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
  async types() {
    const { astToString, default: openapiTypes } = await import('openapi-typescript');
    return astToString(await openapiTypes(source));
  },
};

process.stdout.write((await tools[tool]?.()) ?? '');
