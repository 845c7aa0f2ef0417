import {
  escapeTemplate,
  formatReference,
  isExpression,
  parseText,
  ROW_NAMES,
  type Reference,
  type TextPart,
} from '@skein/kernel';

/** Texts are parsed as the kernel parses them, so that what only looks like a reference stays as it is. */
export function renameNativeReferences(text: string, from: string, to: string): string {
  if (!text.includes('${')) return text;
  const plain = parseText(text);
  // In the steps of a data node, expressions know the row.
  const { parts, problems } = plain.problems.length === 0 ? plain : parseText(text, ROW_NAMES);
  if (problems.length > 0) return text;
  if (!parts.some((part) => namesNode(part, from))) return text;
  const written = parts.map((part, index) => {
    if (typeof part === 'string') {
      return escapeTemplate(part, { beforeReference: typeof parts[index + 1] === 'object' });
    }
    return isExpression(part)
      ? part.withNode(from, to)
      : formatReference(renamedOf(part, from, to));
  });
  return written.join('');
}

function namesNode(part: TextPart, node: string): boolean {
  if (typeof part === 'string') return false;
  if (!isExpression(part)) return renamedOf(part, node, '') !== part;
  return part.references.some(({ source }) => source.kind === 'node' && source.node === node);
}

function renamedOf(reference: Reference, from: string, to: string): Reference {
  const { source, default: fallback } = reference;
  const renamed =
    source.kind === 'node' && source.node === from
      ? { ...reference, source: { kind: 'node' as const, node: to } }
      : reference;
  if (typeof fallback !== 'object') return renamed;
  const inner = renamedOf(fallback, from, to);
  return inner === fallback ? renamed : { ...renamed, default: inner };
}
