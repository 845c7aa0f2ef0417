const codes = {
  bold: [1, 22],
  dim: [2, 22],
  red: [31, 39],
  green: [32, 39],
  yellow: [33, 39],
  cyan: [36, 39],
} as const;

export type Colour = keyof typeof codes;
export type Paint = (colour: Colour, text: string) => string;

export function createPaint(hasColours: boolean): Paint {
  return (colour, text) => {
    if (!hasColours) return text;
    const [on, off] = codes[colour];
    return `\u001b[${on}m${text}\u001b[${off}m`;
  };
}
