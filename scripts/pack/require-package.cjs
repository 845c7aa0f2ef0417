// In the package, in the place of packages/agents/src/require-package.ts: bundlers follow `require` here, and Node loads what it names
// on first use. `expressions` is a file of the package, see bundle-sources.ts.
module.exports = {
  expressions: () => require('./expressions.js'),
  jsonP3: () => require('json-p3'),
  zod: () => require('zod'),
};
