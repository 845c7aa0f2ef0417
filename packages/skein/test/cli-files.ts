// What the tests of the command line work on.
import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { endless, failing, hello, review, slow, stalled } from './flows.ts';
import { folderWith } from './spawn-skein.ts';

const depth = 10_000;
/** JSON of 10,000 levels. */
export const nested = `${'['.repeat(depth)}${']'.repeat(depth)}`;

/** Definitions, scripts and inputs, sound and broken ones. */
export function cliFolder(): ReturnType<typeof folderWith> {
  const made = folderWith({
    'hello.json': hello,
    'review.json': review,
    'failing.json': failing,
    'endless.json': endless,
    'stalled.json': stalled,
    'slow.json': slow,
    'warned.json': {
      skein: 1,
      nodes: [
        { id: 'start', type: 'start' },
        { id: 'lost', type: 'transform', config: { value: 1 }, unknownKey: true },
      ],
      edges: [{ from: 'start', to: 'lost' }],
    },
    'empty.json': '',
    'syntax.json': '{\n  "skein": 1,\n  "nodes": [,]\n}\n',
    'deep.json': nested,
    'deep-native.json': `{"skein":1,"nodes":[{"id":"a","type":"transform","config":{"value":${nested}}}]}`,
    'number.json': '{"skein":1,"nodes":[{"id":"a","type":"delay","config":{"ms":1e999}}]}',
    'no-dialect.json': '[1, 2, 3]',
    'dangling.json': {
      skein: 1,
      nodes: [{ id: 'a', type: 'start' }],
      edges: [
        { from: 'a', to: 'gone' },
        { from: '__proto__', to: 'a' },
      ],
    },
    'duplicate.json': {
      skein: 1,
      nodes: [
        { id: 'constructor', type: 'start' },
        { id: 'constructor', type: 'start' },
      ],
    },
    // Written as text: in an object literal `__proto__` would set the prototype.
    'prototype.json': `{"skein":1,
    "nodes":[{"id":"constructor","type":"start"},
             {"id":"__proto__","type":"transform","config":{"value":{"__proto__":"data"}}}],
    "edges":[{"from":"constructor","to":"__proto__"}]}`,
    'script.json': { replies: [{ text: 'a scripted reply' }] },
    'bad-script.json': { replies: [{ txt: 'a typing mistake' }] },
    'input.json': { name: 'file' },
    'input.txt': 'plain words',
    'bad-input.json': '{ "name": }',
    'script-tool.json': { replies: [], otherwise: 'fail' },
  });
  mkdirSync(path.join(made.folder, 'folder.json'));
  return made;
}

export function parse(text: string): object {
  // Whatever it is, `expect` looks at it next.
  return JSON.parse(text) as object;
}
