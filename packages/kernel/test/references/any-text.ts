import fc from 'fast-check';

/** Texts made of what matters to the syntax, so that runs of dollars before braces are common. */
const tricky = fc
  .array(fc.constantFrom('$', '{', '}', '${', '$$', 'x.output', '|', '"', '[', ' ', '$&', '😀'))
  .map((pieces) => pieces.join(''));

/** Any code units, halves of surrogate pairs too. */
const units = fc
  .array(fc.integer({ min: 0, max: 0xffff }))
  .map((codes) => String.fromCharCode(...codes));

export const anyText = fc.oneof(tricky, fc.string(), units);
