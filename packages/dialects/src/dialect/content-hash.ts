// Versions
// A version is named by its content: the SHA-256 of the definition as canonical JSON (RFC 8785: sorted keys, no space), without its
// layout. The order of nodes and edges and every other key count, because they can change what a run does or what its author meant;
// an explicit default counts as well (it stays when the default changes).
//
// @noble/hashes and not node:crypto, because the studio names versions in the browser, and not Web Crypto, because that is
// asynchronous.
import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex } from '@noble/hashes/utils.js';
import type { Json } from '@skein/kernel';
import { canonicalText } from '../json/canonical-text.ts';
import { withoutLayout } from './without-layout.ts';

/** The version of a definition, as `sha256:` and 64 hexadecimal digits. The value must be JSON of at most 200 levels. */
export function contentHash(definition: Json): string {
  const bytes = new TextEncoder().encode(canonicalText(withoutLayout(definition)));
  return `sha256:${bytesToHex(sha256(bytes))}`;
}
